import { log } from './log.ts'
import { ownStorage } from './own-storage.ts'
import { makeSessionStore } from './session-store.ts'

/** The one session of this tab. On the server it is always empty; without storage it lives as long as the page. */
export const session = makeSessionStore({ storage: ownStorage(), log })
