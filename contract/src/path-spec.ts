/**
 * Where a call is and how its body travels. Without a schema, so that the first load of a page can
 * hold every path.
 */
export type PathSpec = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** `form` calls are sent urlencoded and also take JSON. */
  body?: 'json' | 'form' | 'multipart'
  /** `member` requires the session header; `optional` uses it when present. */
  auth: 'none' | 'optional' | 'member'
  /** Action name of the bot check that the call requires. */
  bot?: string
  /** For calls that move money: the `Idempotency-Key` header makes a repeat harmless. */
  idempotent?: true
}
