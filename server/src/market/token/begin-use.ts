import { AppError, ensure } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { ensureStanding } from '../../identity/member/ensure-full-member.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as uses from './queries.ts'
import type { TokenUse, UsedToken } from './queries.ts'

export type { TokenUse, UsedToken } from './queries.ts'

/** What a member wants to do with a token: list it, give it by mail, or send it to an address. */
export type NewUse = 'list' | 'give' | 'send'

type Refusal = [code: ErrorCode, fault?: string]

/** Why a token cannot be given or sent while it is in use. */
export const sendingRefusals = {
  listed: ['TOKEN_LISTED', 'listed'],
  held: ['TOKEN_LISTED', 'held'],
  given: ['TOKEN_OFFERED_AS_GIFT', 'offered_as_gift'],
} as const satisfies Partial<Record<TokenUse, Refusal>>

/** Which uses exclude which others. A use that is not named is no obstacle. */
const excludedBy: Record<NewUse, Partial<Record<TokenUse, Refusal>>> = {
  // an open listing is replaced: this is how its price changes
  list: { held: ['LISTING_STATE'], given: ['TOKEN_OFFERED_AS_GIFT'], sent: ['TRANSFER_STATE'] },
  give: { ...sendingRefusals, sent: ['TRANSFER_STATE'] },
  // a wallet may retry: the chain accepts only one of several transactions
  send: sendingRefusals,
}
const fields: Record<NewUse, string> = { list: 'tokenRefId', give: 'tokenId', send: 'tokenId' }

/** The token with its uses. Fails with NOT_FOUND, also for one that was burned. */
export async function getUsedToken({ sql }: Pick<Deps, 'sql'>, tokenId: string): Promise<UsedToken> {
  const token = await uses.findUsedToken(sql, tokenId)
  ensure(token, 'NOT_FOUND')
  return token
}

/**
 * Begins a use of the member's token, in the transaction that writes its draft. Until that
 * transaction ends, the member keeps this wallet, the token stays in it, and no other use begins.
 * Older unsent drafts of the token, of any kind, are given up. Fails with INVALID_SESSION for a
 * member who is banned or deleted, with FORBIDDEN (`not_owner`) when the token is not in the
 * wallet, and with the code of the use that excludes this one.
 */
export async function beginUse(
  db: Db,
  { memberId, flowAddress }: Pick<Viewer, 'memberId' | 'flowAddress'>,
  { tokenId, use }: { tokenId: string; use: NewUse },
): Promise<void> {
  // members come before tokens, as in the index
  const wallet = await uses.shareWallet(db, memberId)
  await ensureStanding(db, memberId)
  await uses.lockToken(db, tokenId)
  const token = await uses.findUsedToken(db, tokenId)
  const isOwn = wallet === flowAddress && flowAddress !== '' && token?.ownerAddress === flowAddress
  if (!isOwn) throw refused('FORBIDDEN', fields[use], 'not_owner')
  for (const each of token.uses) {
    const refusal = excludedBy[use][each]
    if (refusal) throw refused(refusal[0], fields[use], refusal[1])
  }
  await uses.giveUpDraftsOfToken(db, memberId, tokenId)
}

const refused = (code: ErrorCode, field: string, fault?: string): AppError =>
  new AppError(code, fault === undefined ? {} : { details: [{ field, fault }] })
