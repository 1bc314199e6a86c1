import type { SaleEvent } from '@kura/cadence/sale-event'

/** The network's events of one token: minted, put into a vault, taken out of one, destroyed. */
export type TokenMove = {
  kind: 'minted' | 'deposited' | 'withdrawn' | 'burned'
  tokenId: string
  address: string | null
}
/** One transaction with all our events in it, in order. */
export type Happening = { txId: string; atSeconds: number; moves: TokenMove[]; sales: SaleEvent[] }
export type ReplayedOrder = {
  orderId: string
  tokenId: string
  seller: string
  agent: string
  priceYen: number
  /** Seconds since 1970. */
  issuedAt: number
  expiry: number
  target: string | undefined
  capabilityId: bigint
  /** Null while it is open. */
  end: string | null
  buyer: string | null
  endedBy: string | null
  paymentRef: string | null
}
export type Replayed = {
  owners: Map<string, string | null>
  orders: Map<string, ReplayedOrder>
  /** What must never happen. */
  broken: string[]
}

/**
 * Computes the state after these transactions without the server: who holds each token, and how
 * each order ended. An independent check of the index: it shares only the reading of events with
 * it.
 */
export function replayMarket(happenings: readonly Happening[]): Replayed {
  const state: Replayed = { owners: new Map(), orders: new Map(), broken: [] }
  for (const happening of happenings) replayOne(state, happening)
  return state
}

// Within one transaction the most specific event counts: a sale moves the token too, and each end
// destroys the grant.
const order = ['fulfilled', 'allCancelled', 'cancelled', 'updated', 'added', 'cleanedUp'] as const

function replayOne(state: Replayed, happening: Happening): void {
  const { moves, sales } = happening
  const sellersBefore = new Map(moves.map(({ tokenId }) => [tokenId, state.owners.get(tokenId) ?? null]))
  for (const kind of order)
    for (const sale of sales) if (sale.kind === kind) applySale(state, happening, sale, sellersBefore)
  for (const tokenId of new Set(moves.map((move) => move.tokenId))) moveToken(state, happening, tokenId)
  for (const sale of sales) if (sale.kind === 'rightTaken') takeRight(state, happening, sale)
  for (const sale of sales)
    if (sale.kind === 'grantsHidden') endAll(state, happening, 'hidden', (order) => order.seller === sale.seller)
  for (const sale of sales)
    if (sale.kind === 'destroyed') endAll(state, happening, 'revoked', (order) => order.orderId === sale.orderId)
}

const standing = (state: Replayed) => [...state.orders.values()].filter(({ end }) => end === null)

function endAll(
  state: Replayed,
  { txId, atSeconds }: Happening,
  reason: string,
  isMeant: (order: ReplayedOrder) => boolean,
) {
  for (const each of standing(state).filter(isMeant)) {
    each.end = atSeconds >= each.expiry ? 'expired' : reason
    each.endedBy = txId
  }
}

function applySale(
  state: Replayed,
  happening: Happening,
  sale: SaleEvent,
  sellersBefore: ReadonlyMap<string, string | null>,
): void {
  if (sale.kind === 'fulfilled') return fulfil(state, happening, sale, sellersBefore)
  if (sale.kind === 'allCancelled')
    return endAll(
      state,
      happening,
      'all-cancelled',
      ({ seller, issuedAt }) => seller === sale.seller && issuedAt <= sale.issuedUntil,
    )
  if (sale.kind === 'cancelled')
    return endAll(
      state,
      happening,
      sale.by === sale.agent ? 'agent' : 'cancelled',
      ({ orderId }) => orderId === sale.orderId,
    )
  if (sale.kind === 'cleanedUp')
    return endAll(state, happening, 'cleaned-up', ({ orderId }) => orderId === sale.orderId)
  if (sale.kind === 'added' || sale.kind === 'updated') open(state, happening, sale)
}

function open(state: Replayed, happening: Happening, sale: Extract<SaleEvent, { kind: 'added' | 'updated' }>): void {
  const tokenId = sale.nftId.toString()
  const owner = state.owners.get(tokenId)
  if (owner !== sale.seller) state.broken.push(`${sale.orderId} sells token ${tokenId} of ${owner} for ${sale.seller}`)
  if (state.orders.has(sale.orderId)) state.broken.push(`${sale.orderId} was opened twice`)
  endAll(state, happening, 'replaced', (each) => each.tokenId === tokenId && each.agent === sale.agent)
  state.orders.set(sale.orderId, {
    orderId: sale.orderId,
    tokenId,
    seller: sale.seller,
    agent: sale.agent,
    priceYen: sale.priceYen,
    issuedAt: sale.issuedAt,
    expiry: sale.expiry,
    target: sale.target,
    capabilityId: sale.capabilityId,
    end: null,
    buyer: null,
    endedBy: null,
    paymentRef: null,
  })
}

function fulfil(
  state: Replayed,
  { txId, atSeconds, moves }: Happening,
  sale: Extract<SaleEvent, { kind: 'fulfilled' }>,
  sellersBefore: ReadonlyMap<string, string | null>,
): void {
  const sold = state.orders.get(sale.orderId)
  const wrong = (why: string) => state.broken.push(`${sale.orderId} was delivered in ${txId} ${why}`)
  if (!sold) return void wrong('though it was never opened')
  if (sold.end !== null) wrong(`after it had ended: ${sold.end}`)
  if (atSeconds >= sold.expiry) wrong('after its time')
  if (sold.priceYen !== sale.priceYen) wrong(`for ${sale.priceYen} instead of ${sold.priceYen} yen`)
  if (sold.target !== undefined && sold.target !== sale.buyer)
    wrong(`to ${sale.buyer}, it was meant for ${sold.target}`)
  if (sellersBefore.get(sold.tokenId) !== sold.seller) wrong(`out of the vault of ${sellersBefore.get(sold.tokenId)}`)
  if (
    !moves.some(
      ({ kind, tokenId, address }) => kind === 'deposited' && tokenId === sold.tokenId && address === sale.buyer,
    )
  )
    wrong('and the token did not come to its buyer')
  Object.assign(sold, { end: 'sold', buyer: sale.buyer, endedBy: txId, paymentRef: sale.paymentRef })
}

function moveToken(state: Replayed, happening: Happening, tokenId: string): void {
  const own = happening.moves.filter((move) => move.tokenId === tokenId)
  const last = own.at(-1)
  if (own.some(({ kind }) => kind === 'minted') && state.owners.has(tokenId))
    state.broken.push(`token ${tokenId} was minted twice`)
  state.owners.set(tokenId, last?.kind === 'burned' || last?.kind === 'withdrawn' ? null : (last?.address ?? null))
  const isBurned = own.some(({ kind }) => kind === 'burned')
  endAll(state, happening, isBurned ? 'burned' : 'moved', (each) => each.tokenId === tokenId)
}

function takeRight(state: Replayed, happening: Happening, sale: Extract<SaleEvent, { kind: 'rightTaken' }>): void {
  endAll(state, happening, 'revoked', (each) => each.seller === sale.seller && each.capabilityId === sale.capabilityId)
}
