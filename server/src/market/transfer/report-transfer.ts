import { plainTxId } from '../../platform/flow/read-address.ts'
import { ensure } from '@kura/contract/errors'
import type { TransferState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import type { Deps } from '../../deps.ts'
import * as transfers from './queries.ts'

/**
 * Notes which transaction the member's browser says the wallet sent: a hint. Undefined for what is
 * not the member's.
 */
export async function reportTransfer(
  { sql }: Pick<Deps, 'sql'>,
  own: transfers.OwnTransfer,
  txId: string,
): Promise<TransferState | undefined> {
  await transfers.markPending(sql, own, plainTxId(txId))
  return transfers.findOwnState(sql, own)
}

/**
 * Cancels a transfer that the wallet did not send. A later arrival still counts, and one with a
 * reported transaction stays. Undefined for what is not the member's.
 */
export async function rollBackTransfer(
  { sql }: Pick<Deps, 'sql'>,
  own: transfers.OwnTransfer,
): Promise<TransferState | undefined> {
  await transfers.giveUp(sql, own)
  return transfers.findOwnState(sql, own)
}

/** Gives up the member's unsent transfers, in the caller's transaction. */
export const withdrawTransfers = (db: Db, memberId: string): Promise<unknown> => transfers.giveUpDraftsOf(db, memberId)

/** Fails with TRANSFER_STATE unless it was given up or failed. */
export function ensureGivenUp(state: TransferState): void {
  ensure(state === 'given-up' || state === 'failed', 'TRANSFER_STATE')
}
