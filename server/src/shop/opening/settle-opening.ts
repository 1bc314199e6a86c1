import { AccessError } from '@kura/cadence/access-error'
import { fromStates, openingMoves } from '@kura/contract/states'
import { intendMint } from '../../chain/agent/mint-tokens.ts'
import { settleTransaction } from '../../chain/agent/settle-transaction.ts'
import type { ChainTransactionRow } from '../../chain/agent/transaction-queries.ts'
import { isGiven } from '../../checkout/order/queries.ts'
import { refundOrder } from '../../checkout/order/refund.ts'
import type { Deps } from '../../deps.ts'
import { clearAlarms, raiseAlarm } from '../../platform/alarm/alarms.ts'
import { notify } from '../../identity/notification/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { hasCollection } from '../../platform/flow/ask-chain.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import * as openings from './queries.ts'
import { listDue } from './queries.ts'
import type { OpeningRow } from './queries.ts'

export type OpeningDeps = ChainDeps & Pick<Deps, 'sql' | 'log' | 'metrics'>
/** Seconds until the next step: of a mint on its way, and after a failure. */
const restSeconds = { onItsWay: 1, unregistered: 5, failed: 30, given: 600 }
const triesMost = 5

/**
 * Takes an opening as far as it can go now: starts its mint, asks the chain, seals it. A mint that
 * failed for good is retried while the vault exists; after the limit, when provably nothing of it
 * is or will be on chain, the price is refunded, once. False when no step is due.
 */
export async function settleOpening(deps: OpeningDeps, id: string): Promise<boolean> {
  if (!(await openings.claim(deps.sql, id))) return false
  const opening = await openings.find(deps.sql, id)
  if (!opening) return false
  const restsFor = await takeStep(deps, opening)
  if (restsFor !== undefined) await openings.restFor(deps.sql, id, restsFor)
  return true
}

async function takeStep(deps: OpeningDeps, opening: OpeningRow): Promise<number | undefined> {
  if (opening.state === 'opened' || opening.transactionId === null) {
    if (await startMint(deps, opening)) return 0
    if (opening.isLate) await raiseLate(deps, opening, 'the chain does not know its items or does not answer')
    return restSeconds.unregistered
  }
  const row = await settleQuietly(deps, opening.transactionId)
  if (row?.state === 'sealed') {
    await seal(deps, opening, row.txId)
    return undefined
  }
  if (row?.state === 'failed') return afterFailure(deps, opening, row.error ?? 'failed')
  if (row?.txId) await openings.keepTxId(deps.sql, opening.id, row.txId)
  // it may still be sealed: no refund, but an alarm
  if (opening.isLate) await raiseLate(deps, opening, 'its mint is neither sealed nor failed')
  return opening.isLate ? restSeconds.unregistered : restSeconds.onItsWay
}

async function seal(deps: OpeningDeps, opening: OpeningRow, txId: string | null): Promise<void> {
  await transaction(deps.sql, 'opening.seal', async (db) => {
    if (await openings.moveTo(db, opening.id, fromStates(openingMoves, 'sealed'), 'sealed', { txId }))
      await noteDelivered(db, opening.orderId)
    await clearAlarms(db, opening.orderId)
  })
}

/** Packs of one kind that arrive within half an hour are one message. */
async function noteDelivered(db: Db, orderId: string): Promise<void> {
  const delivered = await openings.findDelivered(db, orderId)
  if (!delivered) return
  const { memberId, packId, name } = delivered
  const subject = `pack:${packId}`
  await notify(db, memberId, {
    event: 'pack-delivered',
    subject,
    cause: `pack-delivered:${orderId}`,
    facts: { name, orderId },
  })
}

// The chain transaction is `failed`: proven dead and none of its references minted, so it can never
// seal.
async function afterFailure(deps: OpeningDeps, opening: OpeningRow, error: string): Promise<number | undefined> {
  // the alarm first: a stuck opening always has one
  await raiseAlarm(deps, { kind: 'mint-failed', subject: opening.orderId, message: error })
  await openings.moveTo(deps.sql, opening.id, ['minting'], 'stuck', { error })
  // a grant has no refund: its mint is retried until it succeeds, under its alarm
  const isFree = opening.isLate && (await isGiven(deps.sql, opening.orderId))
  if (opening.isLate && !isFree) {
    await refund(deps, opening)
    return undefined
  }
  const mayTry = isFree || opening.tries < triesMost
  if (opening.state === 'stuck' && mayTry && (await canReceive(deps, opening.flowAddress)))
    await startMint(deps, opening)
  return isFree ? restSeconds.given : restSeconds.failed
}

async function refund(deps: OpeningDeps, opening: OpeningRow): Promise<void> {
  await transaction(deps.sql, 'opening.refund', async (db) => {
    if (
      await openings.moveTo(db, opening.id, fromStates(openingMoves, 'refunded'), 'refunded', { error: opening.error })
    )
      await refundOrder(db, opening.orderId, 'MINT_FAILED')
  })
}

/**
 * Whether the member's vault can take tokens; a node that does not answer is no reason to refuse.
 */
export async function canReceive(deps: OpeningDeps, flowAddress: string): Promise<boolean> {
  try {
    return await hasCollection(deps, flowAddress)
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    return true
  }
}

const raiseLate = (deps: OpeningDeps, opening: OpeningRow, why: string): Promise<void> =>
  raiseAlarm(deps, { kind: 'mint-late', subject: opening.orderId, message: `opening ${opening.id}: ${why}` })

/**
 * Writes the intent to mint the cards of an opening and the opening's move in one transaction, then
 * sends it. Does nothing when another worker was faster or the chain does not know the items yet:
 * the worker tries again.
 */
async function startMint(
  deps: ChainDeps,
  opening: OpeningRow,
): Promise<Pick<ChainTransactionRow, 'state'> | undefined> {
  if (!(await openings.isRegistered(deps.sql, opening.unitId))) return undefined
  const cards = await openings.listCards(deps.sql, opening.unitId)
  const intent = await transaction(deps.sql, 'opening.intend', async (db) => {
    // read here and not before: a wallet change may have redirected it
    const to = await openings.lockAddress(db, opening.id, opening.state)
    if (to === undefined) return undefined
    const wish = { cause: opening.id, to, tokens: [...cards] }
    const { id } = await intendMint(db, wish)
    return (await openings.startMinting(db, opening.id, opening.state, id)) ? id : undefined
  })
  if (intent === undefined) return undefined
  const sent = await settleQuietly(deps, intent)
  if (sent?.txId) await openings.keepTxId(deps.sql, opening.id, sent.txId)
  return sent
}

/**
 * One step of a chain transaction; undefined when the node does not answer, which is no failure.
 */
async function settleQuietly(deps: ChainDeps, id: string): Promise<ChainTransactionRow | undefined> {
  try {
    return await settleTransaction(deps, id)
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    deps.log.warn({ transaction: id, code: error.code }, 'the node does not answer, the mint waits')
    return undefined
  }
}

/** Openings that somebody must look at now. */
export const listDueOpenings = (deps: Pick<Deps, 'sql'>, limit = 100): Promise<string[]> => listDue(deps.sql, limit)
