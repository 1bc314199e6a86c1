import { AppError, ensure } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import type { AirdropStatus, IssueResult } from '@kura/contract/shop/issue'
import type { Deps } from '../../deps.ts'
import { ensureFullMember, ensureStanding } from '../../identity/member/ensure-full-member.ts'
import { keepBotPass, takeBotPass, checkBotToken } from '../../identity/session/check-bot.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { openSoon } from '../opening/open-pack.ts'
import type { OpeningDeps } from '../opening/settle-opening.ts'
import { readSelection, refuseSelection } from '../pack/fill-unit.ts'
import type { Selection } from '../pack/fill-unit.ts'
import { grantPacks } from '../pack/grant-packs.ts'
import * as airdrops from './queries.ts'
import type { AirdropRow } from './queries.ts'
import { causesOf, statusOf } from './show-status.ts'

export type ClaimDeps = OpeningDeps & Pick<Deps, 'env' | 'captcha' | 'background'>
type Claim = {
  params: { airdropId: string }
  body: {
    token: string
    auth: 'v2' | 'v3'
    itemId?: string | string[] | undefined
    count?: number | number[] | undefined
  }
}

const refusals: Record<Exclude<AirdropStatus['status'], 'claimable'>, ErrorCode> = {
  claimed: 'AirdropAlreadyClaimed',
  closed: 'AirdropPackOutOfSellingTerm',
  before: 'AirdropPackOutOfSellingTermBefore',
  after: 'AirdropPackOutOfSellingTermAfter',
  'not-reserved': 'AirdropPackNotReserved',
  'out-of-stock': 'AirdropOutOfStock',
}
/**
 * The code for a pack that cannot be granted, as airdrops name it. Their import allows no limit per
 * member.
 */
const ofPack: Partial<Record<ErrorCode, ErrorCode>> = {
  PACK_OUT_OF_STOCK: 'AirdropOutOfStock',
  PACK_SELLING_TERM_BEFORE: 'AirdropPackOutOfSellingTermBefore',
  PACK_SELLING_TERM_AFTER: 'AirdropPackOutOfSellingTermAfter',
  PACK_LIMIT_REACHED: 'AirdropAlreadyClaimed',
}

/**
 * Claims all packs of an airdrop for this member, once: the claim, the stock and every order are
 * one transaction, so nothing is ever half claimed. A selectable pack without a selection is
 * `rejectForSelectable`: nothing is claimed, and the bot token can be used again. Fails with the
 * code of the reason.
 */
export async function claimAirdrop(
  deps: ClaimDeps,
  viewer: Viewer,
  { params, body }: Claim,
  { ip }: { ip: string },
): Promise<IssueResult> {
  const { memberId } = viewer
  const selection = readSelection(body)
  const pass = { token: body.token, memberId, subject: `airdrop:${params.airdropId}` }
  await limitRate(deps, 'airdropPerMember', memberId)
  if (!(await takeBotPass(deps, pass)))
    await checkBotToken(deps, { action: 'airdrop_claim', version: body.auth, token: body.token, ip })
  await ensureFullMember(deps, viewer)
  const found = await airdrops.findAirdrop(deps.sql, params.airdropId, memberId)
  ensureClaimable(found)
  if (found.kind === 'selectable' && selection === undefined) {
    await keepBotPass(deps, pass)
    return { status: 'rejectForSelectable', packId: found.packId }
  }
  if (found.kind !== 'selectable') refuseSelection(selection)
  const orderIds = await transaction(deps.sql, 'airdrop.claim', (db) => claim(db, found, { memberId, selection }))
  await openSoon(deps, orderIds)
  return { status: 'accepted', packId: found.packId, orderIds }
}

function ensureClaimable(found: AirdropRow | undefined): asserts found is AirdropRow {
  ensure(found, 'AirdropPackNotFound')
  const status = statusOf(found)
  if (status !== 'claimable') throw new AppError(refusals[status])
}

async function claim(
  db: Db,
  found: AirdropRow,
  { memberId, selection }: { memberId: string; selection: Selection | undefined },
): Promise<string[]> {
  await ensureStanding(db, memberId)
  ensure(await airdrops.insertClaim(db, found.id, memberId), 'AirdropAlreadyClaimed')
  if (!(await airdrops.shareRunning(db, found.id))) {
    const now = await airdrops.findAirdrop(db, found.id, memberId)
    ensureClaimable(now && { ...now, isClaimed: false })
    throw new AppError('AirdropPackOutOfSellingTerm')
  }
  ensure(await airdrops.takeReservations(db, found.id, memberId), 'AirdropPackNotReserved')
  try {
    return await grantPacks(db, { memberId, packId: found.packId, causes: causesOf(found, memberId), selection })
  } catch (error) {
    const code = error instanceof AppError ? ofPack[error.code] : undefined
    throw code ? new AppError(code, { cause: error }) : error
  }
}
