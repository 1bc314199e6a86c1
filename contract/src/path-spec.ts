/** Where a call is and how its body travels; no schema, so that the first load of a page can know every path. */
export type PathSpec = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** `form` calls are sent urlencoded and also take JSON. */
  body?: 'json' | 'form' | 'multipart'
  /** `member` needs the session header, `optional` uses it when it is there. */
  auth: 'none' | 'optional' | 'member'
  /** Action name of the bot check that the call needs. */
  bot?: string
  /** Money moves: the `Idempotency-Key` header makes a repeat harmless. */
  idempotent?: true
}
