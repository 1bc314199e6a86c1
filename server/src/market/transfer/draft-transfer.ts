import { transferToken } from '@kura/cadence/token'
import type { ApiOutput } from '@kura/contract/api'
import { ensure } from '@kura/contract/errors'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import { ensureFullMember } from '../../identity/member/ensure-full-member.ts'
import { beginUse, getUsedToken } from '../token/begin-use.ts'
import { obstaclesOfToken, obstaclesOfWay, refuseSending } from './prepare-transfer.ts'
import type { SendDeps } from './prepare-transfer.ts'
import * as transfers from './queries.ts'
import { plainTxId } from '../../platform/flow/read-address.ts'
import type { TransferState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import type { Deps } from '../../deps.ts'

type TransferInput = { kind: transfers.TransferKind; tokenId: string; address: string; message?: string }

/**
 * Drafts the move of a token to an address, as a gift or a transfer, and returns the transaction
 * for the member's wallet. The chain is asked first, so that the wallet does not open for a
 * transaction that would fail. Fails as `refuseSending`, `beginUse` and `ensureFullMember` do, and
 * with NOT_FOUND.
 */
export async function draftTransfer(
  deps: SendDeps,
  viewer: Viewer,
  { kind, tokenId, address: to, message = '' }: TransferInput,
): Promise<ApiOutput<'draftTransfer'>> {
  await limitRate(deps, 'transferPerMember', viewer.memberId)
  await ensureFullMember(deps, viewer)
  const token = await getUsedToken(deps, tokenId)
  refuseSending(obstaclesOfToken(token, viewer))
  const { address, obstacles } = await obstaclesOfWay(deps, { token, from: viewer.flowAddress, to })
  refuseSending(obstacles)
  ensure(address !== undefined, 'INVALID_INPUT')
  // an arrival up to this block is an earlier one
  const { height: sinceHeight } = await askChain(deps, () => deps.accessNode.getSealedBlock())
  const recipient = (await transfers.findRecipient(deps.sql, address)) ?? null
  const id = newId()
  const signUntil = await transaction(deps.sql, async (db) => {
    await beginUse(db, viewer, { tokenId, use: 'send' })
    return transfers.insertDraft(db, {
      id,
      kind,
      memberId: viewer.memberId,
      fromAddress: viewer.flowAddress,
      toAddress: address,
      recipientId: recipient?.userId ?? null,
      tokenId: token.tokenId,
      message,
      sinceHeight,
    })
  })
  const { cadence, limit } = transferToken(addressesOf(deps.chain), { id: BigInt(token.tokenId), to: address })
  return {
    transferId: id,
    signUntil,
    recipient,
    transaction: { cadence, limit },
    arguments: { id: token.tokenId, to: address },
  }
}

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
