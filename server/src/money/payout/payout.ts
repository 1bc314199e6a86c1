import { AppError, ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import { limits } from '@kura/contract/limits'
import type * as contract from '@kura/contract/money/payout'
import type { Payout, SalesSummary } from '@kura/contract/money/payout'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { ensureStanding } from '../../identity/member/ensure-full-member.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { decodeCursor, rawList } from '../../platform/http/paging.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { lockPoints } from '../ledger/move.ts'
import { listOpenClaims } from '../ledger/queries.ts'
import { grantPoints } from '../point/grant-points.ts'
import { bookCancel, bookRequest, bookUse, lockPayouts } from './book-payout.ts'
import { noteLetters } from './letter-queries.ts'
import { mailPayout } from './letters.ts'
import * as payouts from './queries.ts'
import * as views from './view-queries.ts'

type PayoutDeps = Pick<Deps, 'sql' | 'env'>

/**
 * Asks for proceeds to be paid to the registered account: the payout and its movement in one
 * transaction. Fails with INVALID_INPUT, PAYOUT_ACCOUNT_REQUIRED, PROCEEDS_CHANGED, PROCEEDS_SHORT,
 * and INVALID_SESSION for a member who was banned or deleted meanwhile.
 */
export async function requestPayout(
  deps: PayoutDeps,
  { memberId }: Viewer,
  { body: { balance, amount } }: ParsedOf<typeof contract.requestPayout>,
): Promise<Payout> {
  await limitRate(deps, 'payoutPerMember', memberId)
  if (amount < limits.payoutLeastYen) throw wrongAmount('too_small')
  if (amount > limits.payoutMostYen) throw wrongAmount('too_large')
  const id = newId()
  await transaction(deps.sql, 'payout.request', async (db) => {
    await ensureStanding(db, memberId)
    const accountId = await payouts.lockPayable(db, memberId)
    ensure(accountId !== undefined, 'PAYOUT_ACCOUNT_REQUIRED')
    await ensureBalance(db, memberId, { balance, amount })
    const feeYen = limits.payoutFeeYen
    const number = await payouts.insertPayout(db, { id, memberId, accountId, amountYen: amount, feeYen })
    const payout = { id, number, memberId, amountYen: amount, feeYen }
    await bookRequest(db, payout)
    await mailPayout(db, deps.env, payout, 'payout-requested')
  })
  return showOwn(deps, id, memberId)
}

/** Locks the member's proceeds and compares them with what the member saw. */
async function ensureBalance(
  db: Db,
  memberId: string,
  { balance, amount }: { balance: number | undefined; amount: number },
): Promise<number> {
  await lockPayouts(db, memberId)
  const payableYen = await payouts.readPayable(db, memberId)
  ensure(balance === undefined || balance === payableYen, 'PROCEEDS_CHANGED')
  ensure(amount <= payableYen, 'PROCEEDS_SHORT')
  return payableYen
}

/**
 * Cancels an own payout that no batch has taken. Idempotent. Fails with NOT_FOUND, and with
 * PAYOUT_STATE once a batch has it.
 */
export async function cancelPayout(
  deps: PayoutDeps,
  { memberId }: Viewer,
  { params: { payoutId } }: ParsedOf<typeof contract.cancelPayout>,
): Promise<Payout> {
  await limitRate(deps, 'payoutPerMember', memberId)
  const state = await payouts.findState(deps.sql, payoutId, memberId)
  ensure(state, 'NOT_FOUND')
  const isCancelled =
    state === 'cancelled' || (await transaction(deps.sql, (db) => cancelRequested(db, deps.env, payoutId, memberId)))
  if (!isCancelled) ensure((await payouts.findState(deps.sql, payoutId, memberId)) === 'cancelled', 'PAYOUT_STATE')
  return showOwn(deps, payoutId, memberId)
}

async function cancelRequested(db: Db, env: Deps['env'], payoutId: string, memberId: string): Promise<boolean> {
  await lockPayouts(db, memberId)
  const payout = await payouts.cancel(db, payoutId)
  if (!payout) return false
  await bookCancel(db, payout)
  await mailPayout(db, env, payout, 'payout-cancelled')
  return true
}

/**
 * Cancels payouts of a member that are not released, one after the other, until what is owed of
 * undone sales is paid or none remains; a batch loses them. What the bank has stays there, and the
 * rest is owed. Inside the caller's transaction.
 */
export async function withdrawPayouts(db: Db, memberId: string): Promise<void> {
  await lockPayouts(db, memberId)
  while ((await listOpenClaims(db, memberId)).length > 0) {
    const waiting = await payouts.findUnreleased(db, memberId)
    if (!waiting) return
    // a release holds the batch before it moves its payouts
    if (waiting.batch !== null) await payouts.lockBatch(db, waiting.batch)
    const payout = await payouts.withdraw(db, waiting)
    if (!payout) continue
    await bookCancel(db, payout)
    await noteLetters(db, [payout.id], 'withdrawn')
  }
}

/**
 * Converts proceeds into points at once, one for one. They count as paid points, because the member
 * could have had the money. Fails with INVALID_INPUT, PROCEEDS_CHANGED, PROCEEDS_SHORT.
 */
export async function useProceeds(
  deps: PayoutDeps,
  { memberId }: Viewer,
  { body }: ParsedOf<typeof contract.useProceeds>,
): Promise<{ points: number; payableYen: number }> {
  await limitRate(deps, 'payoutPerMember', memberId)
  const cause = newId()
  return transaction(deps.sql, async (db) => {
    await ensureStanding(db, memberId)
    // points before proceeds, as a deletion takes them
    await lockPoints(db, memberId)
    const payableYen = await ensureBalance(db, memberId, { balance: body.balance, amount: body.amount ?? 0 })
    const amountYen = body.amount ?? payableYen
    if (amountYen < 1) throw wrongAmount('too_small')
    if (amountYen > limits.payoutMostYen) throw wrongAmount('too_large')
    await bookUse(db, { cause, memberId, amountYen })
    await grantPoints(db, {
      memberId,
      kind: 'paid',
      amount: amountYen,
      days: limits.proceedsPointDays,
      cause: `proceeds:${cause}`,
      reason: { ja: '販売代金からの受け取り', en: 'Taken from your proceeds' },
    })
    return { points: amountYen, payableYen: payableYen - amountYen }
  })
}

const wrongAmount = (fault: string): AppError =>
  new AppError('INVALID_INPUT', { details: [{ field: 'amount', fault }] })

async function showOwn({ sql }: Pick<Deps, 'sql'>, id: string, memberId: string): Promise<Payout> {
  const payout = await views.findOwn(sql, id, memberId)
  if (!payout) throw new Error(`payout ${id} is gone`)
  return payout
}

// --- what a member sees

const Key = z.tuple([z.uuid()])
type PageQuery = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined }

async function pageOf(
  { query }: { query: PageQuery },
  read: (page: { limit: number; offset: number; after: string | undefined }) => Promise<RawPage>,
): Promise<RawJson> {
  const { limit = limits.pageSize, offset = 0, cursor } = query
  return rawList(await read({ limit, offset, after: decodeCursor(cursor, Key)?.[0] }))
}

export const listPayouts = (deps: Pick<Deps, 'sql'>, { memberId }: Viewer, input: { query: PageQuery }) =>
  pageOf(input, (page) => views.listOwn(deps.sql, memberId, page))

export const listSalesDetails = (deps: Pick<Deps, 'sql'>, { memberId }: Viewer, input: { query: PageQuery }) =>
  pageOf(input, (page) => views.listSales(deps.sql, memberId, page))

/** The member's proceeds: where they are now, and by month. */
export async function showSalesSummary({ sql }: Pick<Deps, 'sql'>, { memberId }: Viewer): Promise<SalesSummary> {
  const summary = await views.summariseSales(sql, memberId)
  return { ...summary, payoutLeastYen: limits.payoutLeastYen, payoutFeeYen: limits.payoutFeeYen }
}

type BeforeQuery = { registeredBefore?: string | undefined; pageSize?: number | undefined }

/** Movements of the member's payable proceeds: those that became points, or all the others. */
export async function listProceeds(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { query: { registeredBefore: before, pageSize: limit = limits.pageSize } }: { query: BeforeQuery },
  { used }: { used: boolean },
): Promise<RawJson> {
  const items = await views.listMovements(sql, memberId, { before, limit, isUsed: used })
  return { rawJson: `{"items":${items}}` }
}
