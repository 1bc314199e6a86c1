import { call } from '../api.ts'
import { session } from './session.ts'

/** Ends the session here at once; the server hears of it, and if it cannot, the session ends there by age. */
export async function signOut(): Promise<void> {
  const token = session.read()?.token
  session.clear()
  if (token !== undefined) await call('signOut', {}, { session: token })
}
