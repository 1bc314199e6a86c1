import type { ListingState } from '@kura/contract/states'
import type { Result } from '@kura/contract/result'
import type { SentTransaction } from '../../identity/wallet/run-transaction.ts'
import { isDefinite, toWalletError } from '../../identity/wallet/wallet-error.ts'
import type { WalletError } from '../../identity/wallet/wallet-error.ts'

/** `wallet`: the person signs there. `sealing`: sent, and not on the chain yet. `opening`: on the chain, and not read by us yet. */
export type SaleStage = 'wallet' | 'sealing' | 'opening'
export type SaleEnd =
  | { status: 'open' }
  /** Sent, and nobody can say yet whether it came; the chain will. */
  | { status: 'late' }
  /** It came, and was over at once: its seller may not sell any more, for one. */
  | { status: 'over' }
  /** The wallet did not say whether it sent it. Nothing is rolled back: the chain decides. */
  | { status: 'unclear' }
  /** Nothing came of it, and it was rolled back. */
  | { status: 'failed'; error: WalletError }

/** An offer that was drafted, and the wallet's transaction once it was sent. */
export type KeptSale = { listingId: string; transactionId?: string }

export type SaleSteps = {
  report: (sent: Required<KeptSale>) => Promise<Result<{ state: ListingState }>>
  rollBack: (listingId: string) => Promise<Result<unknown>>
  /** Remembers it beyond this page, until it is over. */
  keep: (sale: KeptSale) => void
  drop: () => void
  onStage: (stage: SaleStage) => void
  wait: (ms: number) => Promise<void>
}

const everyMs = 1000
const looks = 60
const rollBackTries = 3

/** Has the wallet accept a draft and follows it until it is open. Never throws; what failed for certain is rolled back. */
export async function runSale(
  steps: SaleSteps,
  listingId: string,
  sell: () => Promise<SentTransaction>,
): Promise<SaleEnd> {
  steps.keep({ listingId })
  steps.onStage('wallet')
  let sent: SentTransaction
  try {
    sent = await sell()
  } catch (thrown) {
    const error = toWalletError(thrown)
    if (isDefinite(error)) return giveUp(steps, { listingId }, error)
    // it may be on its way: the next visit must not roll it back either
    steps.drop()
    return { status: 'unclear' }
  }
  const { transactionId, waitForSeal } = sent
  steps.keep({ listingId, transactionId })
  return followSale(steps, { listingId, transactionId }, waitForSeal)
}

/** Follows one that was sent, by this page or one that was closed. */
export async function followSale(
  steps: SaleSteps,
  sale: Required<KeptSale>,
  waitForSeal: () => Promise<void>,
): Promise<SaleEnd> {
  steps.onStage('sealing')
  await steps.report(sale)
  try {
    await waitForSeal()
  } catch (thrown) {
    const error = toWalletError(thrown)
    // where the network cannot be asked, the server may know all the same
    if (isDefinite(error)) return giveUp(steps, sale, error)
  }
  steps.onStage('opening')
  return untilOpen(steps, sale)
}

/** Tells the transaction again each time: a hint that was lost is told then. */
async function untilOpen(steps: SaleSteps, sale: Required<KeptSale>): Promise<SaleEnd> {
  for (let look = 0; look < looks; look += 1) {
    const answer = await steps.report(sale)
    const end = answer.ok ? endOf(answer.data.state) : undefined
    if (end) {
      steps.drop()
      return { status: end }
    }
    await steps.wait(everyMs)
  }
  return { status: 'late' }
}

function endOf(state: ListingState): 'open' | 'over' | undefined {
  if (state === 'open' || state === 'held' || state === 'sold') return 'open'
  return state === 'ending' || state === 'ended' ? 'over' : undefined
}

/** Takes back what came to nothing. What cannot be taken back now stays kept, and is tried again on the next visit. */
export async function giveUp(steps: SaleSteps, sale: KeptSale, error: WalletError): Promise<SaleEnd> {
  const { listingId, transactionId } = sale
  for (let tries = 1; tries <= rollBackTries; tries += 1) {
    const answer = await steps.rollBack(listingId)
    if (answer.ok || answer.body.errorCode === 'NOT_FOUND') {
      steps.drop()
      return { status: 'failed', error }
    }
    if (answer.body.errorCode === 'LISTING_STATE') {
      // the chain has it after all
      if (transactionId !== undefined) return untilOpen(steps, { listingId, transactionId })
      steps.drop()
      return { status: 'late' }
    }
    if (tries < rollBackTries) await steps.wait(everyMs * tries)
  }
  steps.keep({ listingId })
  return { status: 'failed', error }
}
