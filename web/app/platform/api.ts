import { makeCall } from './make-call.ts'
import { session } from './session.ts'

/** Calls the API from the browser, with the session of this tab where the call takes one. */
export const call = makeCall({
  fetch: (...parameters) => fetch(...parameters),
  readToken: () => session.readToken(),
  onInvalidSession: (token) => session.clearIf(token),
})
