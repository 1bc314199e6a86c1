import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddress, FlowAddressOrEmpty, Instant, listOf, pageQuery, TokenId, UserId, Uuid } from '../ids.ts'
import { paths } from '../paths.ts'
import { transferStates } from '../states.ts'
import { TokenCardView } from './token.ts'

/** The server checks it again with the network's own checksum. */
const Address = z.string().max(40)
/** As a wallet returns it, with or without the prefix. */
export const WalletTxId = z.string().regex(/^(0x)?[0-9a-fA-F]{64}$/)

/** The arguments of the wallet's transaction that moves a token. */
export const TransferArgumentsView = z.object({
  /** The token's id, an unsigned 64-bit number in decimal. */
  id: TokenId,
  to: FlowAddress,
})
export type TransferArgumentsView = z.infer<typeof TransferArgumentsView>
/** The text of a transaction for the member's wallet, and its compute limit. */
export const WalletTransactionView = z.object({ cadence: z.string(), limit: z.int() })

/** The member an address belongs to; null for a stranger's. */
export const RecipientView = z.object({ userId: UserId, displayName: z.string() })

/**
 * What keeps a member from sending a token. The first three concern the member, then the token,
 * then the address.
 */
export const transferObstacles = [
  'wallet-required',
  'no-own-collection',
  'terms-outdated',
  'not-owned',
  /** Listed for sale: cancel the listing first. */
  'listed',
  /** Listed, and somebody is paying for it. */
  'held',
  /** A gift by mail that waits to be claimed: cancel it first. */
  'offered-as-gift',
  /** Not an address of this network: mistyped, or of another network. */
  'not-an-address',
  'own-address',
  /** The shop's own account: tokens sent there are lost. */
  'shop-address',
  /** The address cannot receive: no account, or no collection of ours in it. */
  'no-collection',
  /** The account's storage is full; its owner has to add FLOW. */
  'storage-full',
  /** A regulated work, and the member with that address has not confirmed to be of age. */
  'recipient-age',
] as const
export type TransferObstacle = (typeof transferObstacles)[number]

export const prepareTransfer = endpoint(paths.prepareTransfer, {
  summary:
    'What keeps a token from being sent to an address, checked before the wallet opens, for gifts and transfers alike. Without an address, what keeps it from being sent at all, or given by mail. Changes nothing.',
  query: z.object({ tokenId: TokenId, address: Address.optional() }),
  output: z.object({
    token: TokenCardView,
    /** The normalised address; empty when there is none. */
    address: FlowAddressOrEmpty,
    /** The member with that wallet. */
    recipient: RecipientView.nullable(),
    /**
     * Used and available bytes at the address; null when the network does not count them, or
     * nothing was asked.
     */
    storage: z.object({ used: z.int(), capacity: z.int() }).nullable(),
    /** In display order; empty when the wallet can open. */
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
  /** The reported transaction, or the one that delivered the token. */
  txId: z.string().nullable(),
  /** The chain's error number; null without one. */
  failureCode: z.int().nullable(),
  createdAt: Instant,
  sealedAt: Instant.nullable(),
})
export type TransferView = z.infer<typeof TransferView>

/** Why nothing is sent: `details` name the obstacle as `prepareTransfer` does. */
export const sendingErrors = [
  'NOT_FOUND',
  'FORBIDDEN',
  'WALLET_REQUIRED',
  'DELETION_PENDING',
  'INVALID_INPUT',
  'TOKEN_LISTED',
  'TOKEN_OFFERED_AS_GIFT',
  'RECIPIENT_NOT_READY',
] as const

export const draftTransfer = endpoint(paths.draftTransfer, {
  summary:
    'Drafts a transfer of a token to an address and returns the transaction for the member’s wallet. This alone moves nothing.',
  status: 201,
  body: z.strictObject({ tokenId: TokenId, address: Address }),
  output: z.object({
    transferId: Uuid,
    /** How long we wait for the wallet. */
    signUntil: Instant,
    recipient: RecipientView.nullable(),
    transaction: WalletTransactionView,
    arguments: TransferArgumentsView,
  }),
  errors: sendingErrors,
})
const TransferState = z.object({ transferId: Uuid, state: z.enum(transferStates) })
export const reportTransfer = endpoint(paths.reportTransfer, {
  summary: 'Reports which transaction the wallet sent. It is only a hint: the chain decides whether the token arrived.',
  params: z.object({ transferId: Uuid }),
  body: z.strictObject({ txId: WalletTxId }),
  output: TransferState,
  errors: ['NOT_FOUND'],
})
export const rollBackTransfer = endpoint(paths.rollBackTransfer, {
  summary:
    'Cancels a transfer that the wallet did not send. Repeating it changes nothing. If the token arrives all the same, that counts. TRANSFER_STATE once its transaction was reported.',
  params: z.object({ transferId: Uuid }),
  output: TransferState,
  errors: ['NOT_FOUND', 'TRANSFER_STATE'],
})
export const showTransfer = endpoint(paths.showTransfer, {
  summary: 'One transfer of the member.',
  params: z.object({ transferId: Uuid }),
  output: TransferView,
  errors: ['NOT_FOUND'],
})
export const listTransfers = endpoint(paths.listTransfers, {
  summary: 'The member’s transfers, newest first.',
  query: z.object(pageQuery),
  output: listOf(TransferView),
})
