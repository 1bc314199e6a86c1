import { agentLimit, memberLimit, script, transaction } from './door.ts'
import { address, array, integer, optional, string, uint64, type CadenceValue } from './json-cdc.ts'
import { saleMetadata, type SaleTerms } from './sale-message.ts'

/**
 * The chain's error when the right to withdraw cannot be given, for example without a collection.
 */
export const invalidCapability = 'Invalid capability'
/** The most orders a seller can have at once. */
export const maxGrantsPerSeller = 150

/**
 * Accepts the terms that the agent signed (`signSale`). Signed by the seller; an older order of the
 * token ends.
 */
export const sellToken = transaction('sale/sell', memberLimit, (input: { terms: SaleTerms; signature: string }) => [
  address(input.terms.agent),
  string(input.terms.orderId),
  string(input.terms.refId),
  uint64(input.terms.nftId),
  integer('UInt32', input.terms.version),
  array(saleMetadata(input.terms).map(string)),
  string(input.signature),
  integer('Int', input.terms.keyIndex),
])

/** Ends orders of the signer. Skips those that have ended; fails if none of them is open. */
export const cancelOrders = transaction('sale/cancel', memberLimit, (input: { orderIds: string[] }) => [
  array(input.orderIds.map(string)),
])

/** Ends all orders of the signer, and invalidates everything signed for the signer so far. */
export const cancelAllOrders = transaction<Record<string, never>>('sale/cancel-all', memberLimit, () => [])

/**
 * Delivers the token of an order to the buyer. Signed by the agent. `orderHash` (`saleHash`) says
 * under which terms; `paymentRef` (1 to 128 bytes) is public for ever and should commit to the
 * payment without revealing who paid.
 */
export const fulfilOrder = transaction(
  'sale/fulfil',
  memberLimit,
  (input: { seller: string; orderId: string; orderHash: string; buyer: string; paymentRef: string }) => [
    address(input.seller),
    string(input.orderId),
    string(input.orderHash),
    address(input.buyer),
    string(input.paymentRef),
  ],
)

/** Ends orders of one seller. Signed by the agent that issued them; skips those that have ended. */
export const cancelOrdersByAgent = transaction(
  'sale/cancel-by-agent',
  agentLimit,
  (input: { seller: string; orderIds: string[] }) => [address(input.seller), array(input.orderIds.map(string))],
)

/**
 * Orders per clean-up: a batch of this size stays below the limit of a member (figures in
 * docs/chain.md).
 */
export const cleanUpBatchSize = 50

/**
 * Removes orders that can never be fulfilled any more, at most `cleanUpBatchSize` at once. Signed
 * by anyone; fails if one of them is alive.
 */
export const cleanUpOrders = transaction(
  'sale/clean-up',
  memberLimit,
  (input: { seller: string; orderIds: string[] }) => {
    if (input.orderIds.length > cleanUpBatchSize)
      throw new RangeError(`${input.orderIds.length} orders, at most ${cleanUpBatchSize} are cleaned up at once`)
    return [address(input.seller), array(input.orderIds.map(string))]
  },
)

/** Lets the contract forget expired orders. Signed by the agent that issued them; others stay. */
export const forgetExpiredOrders = transaction('sale/forget-expired', agentLimit, (input: { orderIds: string[] }) => [
  array(input.orderIds.map(string)),
])

/** An open order, as the chain stores it. */
export type StandingOrder = {
  terms: SaleTerms & { orderHash: string }
  /** Why it cannot be fulfilled now, or null if it can. */
  refusal: string | null
  /** Why it never can again, or null: then anyone may clean it up. */
  lastingRefusal: string | null
}

/** The orders that an account shows; `readStandingOrders` reads the result. */
export const listGrants = script('sale/grants-of', (input: { seller: string }) => [address(input.seller)])

/**
 * One order, or nil if it is not open; says whether it can be delivered to `buyer`.
 * `readStandingOrder` reads the result.
 */
export const getGrant = script('sale/get', (input: { seller: string; orderId: string; buyer?: string }) => [
  address(input.seller),
  string(input.orderId),
  optional(input.buyer === undefined ? undefined : address(input.buyer)),
])

/** What the next order of a token must respect; `readSaleBasis` reads the result. */
export const getSaleBasis = script('sale/basis', (input: { agent: string; seller: string; nftId: bigint }) => [
  address(input.agent),
  address(input.seller),
  uint64(input.nftId),
])

/**
 * What the next order of a token must respect, as the newest sealed block has it. Times are the
 * chain's, in seconds.
 */
export type SaleBasis = {
  /** The token in the seller's collection; null if it is not there. */
  token: { uuid: bigint; refId: string } | null
  /** The next order needs a version above this one. */
  newestVersion: number
  /** The order under which the token is offered now; it ends with the next one. */
  standingOrderId: string | null
  openOrders: number
  /** An order must be issued at or before `chainTime` and after `cancelledUntil`. */
  chainTime: number
  cancelledUntil: number
  paused: boolean
}

type Fields = { [field: string]: CadenceValue }

function readStanding(value: CadenceValue): StandingOrder {
  const { terms, refusal, lastingRefusal } = value as Fields
  const of = terms as Fields
  return {
    terms: {
      orderHash: of.orderHash as string,
      agent: of.agent as string,
      seller: of.seller as string,
      orderId: of.orderId as string,
      refId: of.refId as string,
      nftId: of.nftId as bigint,
      version: Number(of.version),
      keyIndex: Number(of.keyIndex),
      uuid: of.uuid as bigint,
      priceYen: Number(of.price),
      feeYen: Number(of.fee),
      royaltyYen: Number(of.royalty),
      issuedAt: Number(of.issuedAt),
      notBefore: Number(of.notBefore),
      expiry: Number(of.expiry),
      target: (of.target as string | null) ?? undefined,
    },
    refusal: refusal as string | null,
    lastingRefusal: lastingRefusal as string | null,
  }
}

/** Reads the result of `getSaleBasis`. */
export function readSaleBasis(value: CadenceValue): SaleBasis {
  const basis = value as Fields
  return {
    token: basis.uuid === null ? null : { uuid: basis.uuid as bigint, refId: basis.refId as string },
    newestVersion: Number(basis.newestVersion),
    standingOrderId: basis.standingOrderId as string | null,
    openOrders: Number(basis.openOrders),
    chainTime: Number(basis.chainTime),
    cancelledUntil: Number(basis.cancelledUntil),
    paused: basis.paused as boolean,
  }
}

/** Reads the result of `listGrants`. */
export const readStandingOrders = (value: CadenceValue): StandingOrder[] =>
  (value as CadenceValue[]).map((one) => readStanding(one))

/** Reads the result of `getGrant`. */
export const readStandingOrder = (value: CadenceValue): StandingOrder | undefined =>
  value === null ? undefined : readStanding(value)
