import type { ChainEvent } from './access-node.ts'
import { normalAddress } from '@kura/contract/chain/flow-address'
import { decodeEvent, type CadenceValue } from './json-cdc.ts'

type Ended = {
  orderHash: string
  orderId: string
  agent: string
  seller: string
  nftId: bigint
  uuid: bigint
  priceYen: number
  expiry: number
}
type Opened = Ended & {
  refId: string
  version: number
  feeYen: number
  royaltyYen: number
  issuedAt: number
  notBefore: number
  target: string | undefined
  /** The seller's right behind the order: `rightTaken` names it. */
  capabilityId: bigint
}

/** The contract's events about orders, as the index needs them. */
export type SaleEvent =
  | ({ kind: 'added' } & Opened)
  /** Opened in place of the order named by `replaced…`, which ended. */
  | ({ kind: 'updated'; replacedHash: string; replacedOrderId: string } & Opened)
  /** `by` is the seller or the agent. */
  | ({ kind: 'cancelled'; by: string } & Ended)
  | ({ kind: 'fulfilled'; buyer: string; paymentRef: string } & Ended)
  | ({ kind: 'cleanedUp'; reason: string } & Ended)
  /**
   * Follows each end, and is the only event when an owner destroys a grant without the contract.
   */
  | { kind: 'destroyed'; orderHash: string; orderId: string; seller: string; nftId: bigint }
  /** Nothing issued to the seller at or before this second counts any more. */
  | { kind: 'allCancelled'; seller: string; issuedUntil: number }
  | { kind: 'paused'; paused: boolean }
  /** No order signed with this key of the agent can be added or fulfilled any more. */
  | { kind: 'keyRevoked'; agent: string; keyIndex: number }
  /** An account deleted or retargeted a right by hand: an order with this right may be dead. */
  | { kind: 'rightTaken'; seller: string; capabilityId: bigint }
  /**
   * An account stopped showing its grants: none of its orders can be fulfilled until the next sale
   * shows them again.
   */
  | { kind: 'grantsHidden'; seller: string }

type Fields = { [field: string]: CadenceValue }

const ended = (fields: Fields): Ended => ({
  orderHash: fields.orderHash as string,
  orderId: fields.orderId as string,
  agent: normalAddress(fields.agent as string),
  seller: normalAddress(fields.seller as string),
  nftId: fields.nftID as bigint,
  uuid: fields.uuid as bigint,
  priceYen: Number(fields.price),
  expiry: Number(fields.expiry),
})
const opened = (fields: Fields): Opened => ({
  ...ended(fields),
  refId: fields.refId as string,
  version: Number(fields.version),
  feeYen: Number(fields.fee),
  royaltyYen: Number(fields.royalty),
  issuedAt: Number(fields.issuedAt),
  notBefore: Number(fields.notBefore),
  target: fields.target === null ? undefined : normalAddress(fields.target as string),
  capabilityId: fields.capabilityID as bigint,
})

const readers: Record<string, (fields: Fields) => SaleEvent> = {
  OrderAdded: (fields) => ({ kind: 'added', ...opened(fields) }),
  OrderUpdated: (fields) => ({
    kind: 'updated',
    ...opened(fields),
    replacedHash: fields.replacedHash as string,
    replacedOrderId: fields.replacedOrderId as string,
  }),
  OrderCancelled: (fields) => ({ kind: 'cancelled', ...ended(fields), by: normalAddress(fields.by as string) }),
  OrderFulfilled: (fields) => ({
    kind: 'fulfilled',
    ...ended(fields),
    buyer: normalAddress(fields.buyer as string),
    paymentRef: fields.paymentRef as string,
  }),
  OrderCleanedUp: (fields) => ({ kind: 'cleanedUp', ...ended(fields), reason: fields.reason as string }),
  'Grant.ResourceDestroyed': (fields) => ({
    kind: 'destroyed',
    orderHash: fields.orderHash as string,
    orderId: fields.orderId as string,
    seller: normalAddress(fields.seller as string),
    nftId: fields.nftID as bigint,
  }),
  AllCancelled: (fields) => ({
    kind: 'allCancelled',
    seller: normalAddress(fields.seller as string),
    issuedUntil: Number(fields.issuedUntil),
  }),
  AgentKeyRevoked: (fields) => ({
    kind: 'keyRevoked',
    agent: normalAddress(fields.agent as string),
    keyIndex: Number(fields.keyIndex),
  }),
  SalesPaused: (fields) => ({ kind: 'paused', paused: fields.paused as boolean }),
}

// The network's own events, about every account.
const networkReaders: Record<string, (fields: Fields) => SaleEvent | undefined> = {
  'flow.StorageCapabilityControllerDeleted': rightTaken,
  'flow.StorageCapabilityControllerTargetChanged': rightTaken,
  'flow.CapabilityUnpublished': (fields) =>
    fields.path === grantsPath ? { kind: 'grantsHidden', seller: normalAddress(fields.address as string) } : undefined,
}
const grantsPath = '/public/kuraSaleGrants'

function rightTaken(fields: Fields): SaleEvent {
  return { kind: 'rightTaken', seller: normalAddress(fields.address as string), capabilityId: fields.id as bigint }
}

const prefixOf = (contractAddress: string) => `A.${normalAddress(contractAddress).slice(2)}.SalePermission.`

/** The event types of SalePermission at this address, as an access node is asked for them. */
export const saleEventTypes = (contractAddress: string): string[] =>
  Object.keys(readers).map((name) => `${prefixOf(contractAddress)}${name}`)

/**
 * Event types of the network for permissions that sellers revoke by hand. They come for all
 * accounts, so most are not ours.
 */
export const revocationEventTypes = Object.keys(networkReaders)

/**
 * Reads an event of SalePermission at this address, or one of `revocationEventTypes`; undefined for
 * any other.
 */
export function parseSaleEvent(
  contractAddress: string,
  event: Pick<ChainEvent, 'type' | 'payload'>,
): SaleEvent | undefined {
  const prefix = prefixOf(contractAddress)
  const read = event.type.startsWith(prefix) ? readers[event.type.slice(prefix.length)] : networkReaders[event.type]
  return read?.(decodeEvent(event.payload))
}
