import { randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { insertNonce } from './queries.ts'

/** A nonce for one account proof: good once, for five minutes, and only for the member who asked, if one did. */
export async function prepareProof({ sql }: Pick<Deps, 'sql'>, viewer: Viewer | undefined): Promise<{ nonce: string }> {
  const nonce = randomBytes(32).toString('hex')
  await insertNonce(sql, hashOfToken(nonce), viewer?.memberId ?? null)
  return { nonce }
}
