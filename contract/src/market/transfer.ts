import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddress, FlowAddressOrEmpty, Instant, listOf, pageQuery, TokenId, UserId, Uuid } from '../ids.ts'
import { paths } from '../paths.ts'
import { transferStates } from '../states.ts'
import { TokenCardView } from './token.ts'

/** Checked again by the server with the network's own checksum. */
const Address = z.string().max(40)
/** As a wallet returns it, with or without its prefix. */
export const WalletTxId = z.string().regex(/^(0x)?[0-9a-fA-F]{64}$/)

/** The arguments of the wallet's transaction that moves a token. */
export const TransferArgumentsView = z.object({
  /** The token's id, an unsigned 64-bit number in decimal. */
  id: TokenId,
  to: FlowAddress,
})
export type TransferArgumentsView = z.infer<typeof TransferArgumentsView>
/** The text of a transaction for the member's wallet, and the most computation it may use. */
export const WalletTransactionView = z.object({ cadence: z.string(), limit: z.int() })

/** Who an address belongs to here; null where it is nobody's. */
export const RecipientView = z.object({ userId: UserId, displayName: z.string() })

/** What stands between a member and sending a token. The first three are about the member, then the token, then the address. */
export const transferObstacles = [
  'wallet-required',
  'no-own-collection',
  'terms-outdated',
  'not-owned',
  /** Offered for sale: the offer has to be cancelled first. */
  'listed',
  /** Offered, and somebody is paying for it. */
  'held',
  /** Offered to somebody by mail: the gift has to be cancelled first. */
  'offered-as-gift',
  /** No address of this network: mistyped, or of another one. */
  'not-an-address',
  'own-address',
  /** The shop's own account: nothing comes back from there. */
  'shop-address',
  /** Nobody can receive there: no account, or one without a collection of ours. */
  'no-collection',
  /** The account there has no room left; its owner has to put FLOW into it. */
  'storage-full',
] as const
export type TransferObstacle = (typeof transferObstacles)[number]

export const prepareTransfer = endpoint(paths.prepareTransfer, {
  summary:
    'What stands in the way of sending a token to an address, before the wallet opens: asked for gifts and transfers alike. Without an address, what stands in the way of sending it at all, and of offering it by mail. Changes nothing.',
  query: z.object({ tokenId: TokenId, address: Address.optional() }),
  output: z.object({
    token: TokenCardView,
    /** The address in our spelling; empty when there is none. */
    address: FlowAddressOrEmpty,
    /** The member whose wallet that is. */
    recipient: RecipientView.nullable(),
    /** Bytes in use and bytes that fit at the address; null where the network counts none, or nothing was asked. */
    storage: z.object({ used: z.int(), capacity: z.int() }).nullable(),
    /** In the order in which they are to be shown; empty when the wallet can open. */
    obstacles: z.array(z.enum(transferObstacles)),
  }),
  errors: ['NOT_FOUND'],
})

export const TransferView = z.object({
  transferId: Uuid,
  state: z.enum(transferStates),
  token: TokenCardView,
  fromAddress: FlowAddress,
  toAddress: FlowAddress,
  recipient: RecipientView.nullable(),
  /** What the wallet reported, or what the chain has once it arrived. */
  txId: z.string().nullable(),
  /** The chain's number of the failure, and null without one. */
  failureCode: z.int().nullable(),
  createdAt: Instant,
  sealedAt: Instant.nullable(),
})
export type TransferView = z.infer<typeof TransferView>

/** Why nothing is sent: named by the obstacle that `prepareTransfer` names, in `details`. */
export const sendingErrors = [
  'NOT_FOUND',
  'FORBIDDEN',
  'WALLET_REQUIRED',
  'INVALID_INPUT',
  'TOKEN_LISTED',
  'TOKEN_OFFERED_AS_GIFT',
  'RECIPIENT_NOT_READY',
] as const

export const draftTransfer = endpoint(paths.draftTransfer, {
  summary:
    'Notes that a token is to go to an address and answers the transaction for the member’s wallet. Nothing moves by this.',
  status: 201,
  body: z.strictObject({ tokenId: TokenId, address: Address }),
  output: z.object({
    transferId: Uuid,
    /** How long the wallet is waited for. */
    signUntil: Instant,
    recipient: RecipientView.nullable(),
    transaction: WalletTransactionView,
    arguments: TransferArgumentsView,
  }),
  errors: sendingErrors,
})
const TransferState = z.object({ transferId: Uuid, state: z.enum(transferStates) })
export const reportTransfer = endpoint(paths.reportTransfer, {
  summary: 'Tells which transaction the wallet sent: a hint. Only the chain says that the token arrived.',
  params: z.object({ transferId: Uuid }),
  body: z.strictObject({ txId: WalletTxId }),
  output: TransferState,
  errors: ['NOT_FOUND'],
})
export const rollBackTransfer = endpoint(paths.rollBackTransfer, {
  summary:
    'Gives up a transfer that the wallet did not send. Repeating it changes nothing; what arrives all the same counts. TRANSFER_STATE once its transaction was reported.',
  params: z.object({ transferId: Uuid }),
  output: TransferState,
  errors: ['NOT_FOUND', 'TRANSFER_STATE'],
})
export const showTransfer = endpoint(paths.showTransfer, {
  summary: 'One own transfer.',
  params: z.object({ transferId: Uuid }),
  output: TransferView,
  errors: ['NOT_FOUND'],
})
export const listTransfers = endpoint(paths.listTransfers, {
  summary: 'The own transfers, newest first.',
  query: z.object(pageQuery),
  output: listOf(TransferView),
})
