import type { ChainEvent, EventBlock } from '@kura/cadence/access-node'
import { decodeEvent } from '@kura/cadence/json-cdc'
import { parseSaleEvent, revocationEventTypes, saleEventTypes, type SaleEvent } from '@kura/cadence/sale-event'
import type { ChainConfig } from '../../platform/flow/chain-config.ts'
import type { OpenedOrder, SaleEventKind, SaleEventRow } from './sale-queries.ts'

/**
 * The types of event that the index reads about orders: those of the contract, and rights that
 * sellers revoke by hand.
 */
export const saleTypesOf = ({ contractAddress }: ChainConfig): string[] => [
  ...saleEventTypes(contractAddress),
  ...revocationEventTypes,
]

/** One event as a row, if it is about orders of our agent; empty otherwise. */
export function presentSaleEvent(chain: ChainConfig, block: EventBlock, event: ChainEvent): SaleEventRow[] {
  const said = parseSaleEvent(chain.contractAddress, event)
  if (!said || ('agent' in said && said.agent !== chain.agentAddress)) return []
  return [
    {
      txId: event.txId,
      eventIndex: event.eventIndex,
      txIndex: event.txIndex,
      height: block.height,
      blockAt: block.timestamp,
      type: event.type,
      kind: kinds[said.kind],
      orderHash: 'orderHash' in said ? said.orderHash : null,
      replacedHash: said.kind === 'updated' ? said.replacedHash : null,
      seller: 'seller' in said ? said.seller : null,
      capabilityId: said.kind === 'rightTaken' ? said.capabilityId.toString() : null,
      keyIndex: said.kind === 'keyRevoked' ? said.keyIndex : null,
      issuedUntil: said.kind === 'allCancelled' ? instant(said.issuedUntil) : null,
      opened: said.kind === 'added' || said.kind === 'updated' ? openedOf(said) : null,
      payload: { ...plain(event), ...('by' in said && { by: said.by }), ...('buyer' in said && { buyer: said.buyer }) },
    },
  ]
}

const kinds: Record<SaleEvent['kind'], SaleEventKind> = {
  added: 'added',
  updated: 'updated',
  cancelled: 'cancelled',
  fulfilled: 'fulfilled',
  cleanedUp: 'cleaned-up',
  destroyed: 'destroyed',
  allCancelled: 'all-cancelled',
  paused: 'paused',
  keyRevoked: 'key-revoked',
  rightTaken: 'right-taken',
  grantsHidden: 'grants-hidden',
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()

const openedOf = (said: Extract<SaleEvent, { kind: 'added' | 'updated' }>): OpenedOrder => ({
  orderId: said.orderId,
  agent: said.agent,
  tokenId: said.nftId.toString(),
  tokenUuid: said.uuid.toString(),
  refId: said.refId,
  version: said.version,
  priceYen: said.priceYen,
  feeYen: said.feeYen,
  royaltyYen: said.royaltyYen,
  issuedAt: instant(said.issuedAt),
  startsAt: instant(said.notBefore),
  expiresAt: instant(said.expiry),
  targetAddress: said.target ?? null,
  capabilityId: said.capabilityId.toString(),
})

const plain = (event: ChainEvent) =>
  Object.fromEntries(
    Object.entries(decodeEvent(event.payload)).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  )
