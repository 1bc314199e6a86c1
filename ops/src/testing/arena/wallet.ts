import type { TransactionResult } from '@kura/cadence/access-node'
import type { ContractAddresses } from '@kura/cadence/addresses'
import { agentLimit, memberLimit } from '@kura/cadence/door'
import type { TransactionCall } from '@kura/cadence/door'
import { address, array, integer, string, uint64 } from '@kura/cadence/json-cdc'
import { sendAndSeal } from '@kura/cadence/send'
import type { SigningKey } from '@kura/cadence/send'
import { privateKeySigner } from '@kura/cadence/sign'
import { loadCadence } from '@kura/cadence/sources'
import type { SellArgumentsView } from '@kura/contract/market/listing'
import type { Arena } from './arena.ts'

/** The account that pays for everything on the arena's network. */
export const payerOf = ({ outside }: Pick<Arena, 'outside'>): SigningKey => ({
  address: `0x${outside.payer.address.replace(/^0x/, '')}`,
  keyIndex: 0,
  signer: privateKeySigner(outside.payer.privateKey),
})

/** Runs a transaction in a person's wallet, with or without Kura; returns the sealed result. */
export const runInWallet = (
  arena: Pick<Arena, 'deps' | 'outside'>,
  wallet: SigningKey,
  call: TransactionCall,
): Promise<TransactionResult & { txId: string }> =>
  sendAndSeal(arena.deps.accessNode, { call, author: wallet, payer: payerOf(arena) })

/** The seller's transaction with its eight arguments, as a wallet receives them. */
export const sellCall = (addresses: ContractAddresses, given: SellArgumentsView): TransactionCall => ({
  cadence: loadCadence('transactions/sale/sell.cdc', addresses),
  args: [
    address(given.agent),
    string(given.orderId),
    string(given.refId),
    uint64(BigInt(given.nftId)),
    integer('UInt32', given.version),
    array(given.metadata.map(string)),
    string(given.signature),
    integer('Int', given.keyIndex),
  ],
  limit: memberLimit,
})

/** Revokes every right to the collection by hand, without Kura. */
export const revokeCall = (addresses: ContractAddresses): TransactionCall => ({
  cadence: loadCadence('tests/attacks/delete-controllers.cdc', addresses),
  args: [],
  limit: agentLimit,
})

/** Destroys the grants by hand. */
export const destroyGrantsCall = (addresses: ContractAddresses): TransactionCall => ({
  cadence: loadCadence('tests/attacks/destroy-grants.cdc', addresses),
  args: [],
  limit: agentLimit,
})
