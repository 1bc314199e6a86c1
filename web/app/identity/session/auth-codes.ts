import { makeAuthCodeStore } from './auth-code-store.ts'
import { ownStorage } from '../../platform/own-storage.ts'

/** The codes on their way to this browser's visitor. */
export const authCodes = makeAuthCodeStore({ storage: ownStorage() })
