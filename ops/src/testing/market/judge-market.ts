import { createHash } from 'node:crypto'
import type { Market } from './market.ts'
import { readChain } from './read-chain.ts'
import { replayMarket } from './replay-market.ts'
import type { Happening, Replayed, ReplayedOrder } from './replay-market.ts'

/** Responses that a member can get on the market while others act; any other is a violation. */
const declared: Readonly<Record<string, readonly string[]>> = {
  draftListing: ['FORBIDDEN', 'LISTING_STATE', 'LISTINGS_FULL', 'PRICE_FAR_BELOW_FLOOR', 'TOKEN_OFFERED_AS_GIFT'],
  draftGift: ['FORBIDDEN', 'TOKEN_LISTED', 'TOKEN_OFFERED_AS_GIFT'],
  draftMailGift: ['FORBIDDEN', 'TOKEN_LISTED', 'TOKEN_OFFERED_AS_GIFT', 'LISTINGS_FULL'],
  reportGift: [],
  endGift: ['GIFT_STATE'],
  claimGift: ['TOKEN_NOTFOUND', 'TOKEN_EXPIRED', 'GIFT_STATE'],
  rollBackListing: ['LISTING_STATE'],
  reportListing: [],
  endListing: ['NOT_FOUND', 'LISTING_STATE'],
  endAllListings: [],
  listListings: [],
  buyToken: [
    'NOT_FOUND',
    'FORBIDDEN',
    'LISTING_STATE',
    'TRADE_PRICE_CHANGED',
    'PAYMENT_EXPIRED',
    'PAYMENT_DECLINED',
    'ORDER_STATE',
    'POINTS_SHORT',
    // the agent's daily caps
    'SALES_PAUSED',
  ],
}
/** Refusals for load, for a process that died during the call, and for a busy chain. */
const always: readonly string[] = [
  '',
  'NO_ANSWER',
  'SERVICE_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'IDEMPOTENCY_IN_PROGRESS',
]

export type Judged = {
  violations: string[]
  sold: number
  given: number
  refunded: number
  delivered: number
  orders: number
  ends: Record<string, number>
}

/**
 * Compares the members' acts and responses, the chain and the books; returns each contradiction as
 * a line.
 */
export async function judgeMarket(market: Market): Promise<Judged> {
  const happenings = await readChain(market.arena.deps, 0)
  const replayed = replayMarket(happenings)
  const own = new Set(market.tokens.map(({ tokenId }) => tokenId))
  const ends: Record<string, number> = {}
  for (const { tokenId, end } of replayed.orders.values())
    if (own.has(tokenId)) ends[end ?? 'stands'] = (ends[end ?? 'stands'] ?? 0) + 1
  const purchases = await readPurchases(market)
  const violations = [
    ...replayed.broken,
    ...judgeAnswers(market),
    ...(await judgeRows(market, replayed, own)),
    ...(await judgeCauses(market, happenings)),
    ...judgePurchases(market, replayed, purchases),
    ...(await judgePoints(market, purchases)),
  ]
  const states = (name: string) => purchases.filter(({ state }) => state === name).length
  return {
    violations,
    ends,
    sold: [...replayed.orders.values()].filter(
      (each) => each.end === 'sold' && each.priceYen > 0 && own.has(each.tokenId),
    ).length,
    given: [...replayed.orders.values()].filter(
      (each) => each.end === 'sold' && each.priceYen === 0 && own.has(each.tokenId),
    ).length,
    refunded: states('refunded'),
    delivered: states('delivered'),
    orders: replayed.orders.size,
  }
}

function judgeAnswers({ events }: Market): string[] {
  return events.flatMap((event) => {
    if (event.kind === 'asked') {
      const isFine = always.includes(event.code) || declared[event.call]?.includes(event.code)
      return isFine ? [] : [`${event.call} was answered ${event.status} ${event.text}`]
    }
    if (event.kind !== 'bought' || event.end.kind !== 'refused') return []
    return declared['buyToken']?.includes(event.end.code)
      ? []
      : [`buying by ${event.tender} was answered ${event.end.code}`]
  })
}

/** Compares the rows with the state of the chain. */
async function judgeRows({ arena }: Market, replayed: Replayed, own: ReadonlySet<string>): Promise<string[]> {
  const { sql } = arena.deps
  const ids = [...own]
  const found: string[] = []
  const tokens = await sql<{ id: string; owner: string | null }[]>`
    select id::text, owner_address as owner from tokens where id = any(${ids}::text[]::numeric[])`
  for (const { id, owner } of tokens)
    if (owner !== (replayed.owners.get(id) ?? null))
      found.push(`token ${id} lies with ${owner}, by the chain with ${replayed.owners.get(id)}`)
  const rows = await sql<Listed[]>`
    select s.order_id as id, s.end_reason as end, l.state, l.end_reason as reason, g.state as gift, s.expires_at <= kura_now() as "isOver"
      from sale_orders s left join listings l on l.order_hash = s.order_hash left join gifts g on g.order_hash = s.order_hash
     where s.token_id = any(${ids}::text[]::numeric[])`
  const expected = [...replayed.orders.values()].filter(({ tokenId }) => own.has(tokenId))
  if (rows.length !== expected.length) found.push(`${rows.length} orders are kept, the chain had ${expected.length}`)
  for (const row of rows) {
    const known = replayed.orders.get(row.id)
    if (known?.end !== row.end) found.push(`the order ${row.id} ended by ${row.end}, by the chain by ${known?.end}`)
    else if (known) found.push(...(known.priceYen === 0 ? judgeGift(row, known) : judgeListing(row, known)))
  }
  return found
}

type Listed = {
  id: string
  end: string | null
  state: string | null
  reason: string | null
  gift: string | null
  isOver: boolean
}

function judgeListing({ id, state, reason, isOver }: Listed, { end }: ReplayedOrder): string[] {
  const isListed = state === 'open' || state === 'held' || state === 'ending'
  if (end === 'sold') return state === 'sold' ? [] : [`the listing ${id} is ${state}, its token was delivered`]
  if (state === 'sold') return [`the listing ${id} is sold, its order ended by ${end}`]
  if (end !== null) return isListed ? [`the listing ${id} is ${state} after its order ended by ${end}`] : []
  return isListed || (reason === 'expired' && isOver)
    ? []
    : [`the listing ${id} is ${state} (${reason}), its order stands`]
}

function judgeGift({ id, gift, isOver }: Listed, { end }: ReplayedOrder): string[] {
  const isThere = gift === 'open' || gift === 'claimed' || gift === 'ending'
  if (end === 'sold') return gift === 'sealed' ? [] : [`the gift ${id} is ${gift}, its token was delivered`]
  if (gift === 'sealed') return [`the gift ${id} is said to be there, its order ended by ${end}`]
  if (end !== null)
    return isThere && end !== 'expired' ? [`the gift ${id} is ${gift} after its order ended by ${end}`] : []
  return isThere || isOver ? [] : [`the gift ${id} is ${gift}, its order stands`]
}

/** Reports changes of tokens that neither a member's wallet nor our agent made. */
async function judgeCauses(
  { arena, events, since, tokens }: Market,
  happenings: readonly Happening[],
): Promise<string[]> {
  const own = new Set(tokens.map(({ tokenId }) => tokenId))
  const signed = new Set(events.flatMap((event) => (event.kind === 'signed' ? [event.txId] : [])))
  const rows = await arena.deps.sql<{ txId: string }[]>`
    select tx_id as "txId" from chain_transactions where tx_id is not null
    union select tx_id from chain_transaction_builds`
  const ours = new Set(rows.map(({ txId }) => txId))
  const strange = happenings.filter(
    ({ txId, moves }) => moves.some(({ tokenId }) => own.has(tokenId)) && !signed.has(txId) && !ours.has(txId),
  )
  const missed = events.flatMap((event) =>
    event.kind === 'signed' &&
    !event.failed &&
    event.what === 'transfer' &&
    !happenings.some(({ txId }) => txId === event.txId)
      ? [`the transfer ${event.txId} since block ${since} is not there`]
      : [],
  )
  return [...strange.map(({ txId }) => `nobody sent the transaction ${txId} that moved a token`), ...missed]
}

type PurchaseRow = {
  orderId: string
  memberId: string
  address: string
  listingId: string
  state: string
  priceYen: number
  usedPoint: number
}

const readPurchases = async ({ arena, traders }: Market): Promise<PurchaseRow[]> => [
  ...(await arena.deps.sql<PurchaseRow[]>`
    select o.id as "orderId", o.member_id as "memberId", m.flow_address as address, o.listing_id as "listingId", o.state,
           o.price_yen as "priceYen", o.used_point as "usedPoint"
      from orders o join members m on m.id = o.member_id
     where o.listing_id is not null and o.member_id = any(${traders.map(({ memberId }) => memberId)}::uuid[])`),
]

const paymentRefOf = (orderId: string): string => createHash('sha256').update(`kura.trade:${orderId}`).digest('hex')

/** Each payer has the token, at the price shown, or a refund; each delivery was paid for once. */
function judgePurchases({ events }: Market, replayed: Replayed, purchases: readonly PurchaseRow[]): string[] {
  const found: string[] = []
  const known = new Map(purchases.map((purchase) => [purchase.orderId, purchase]))
  for (const { orderId, listingId, state, priceYen, address } of purchases) {
    const sold = replayed.orders.get(listingId)
    const isOurs = sold?.end === 'sold' && sold.paymentRef === paymentRefOf(orderId)
    if (!['delivered', 'refunded', 'expired'].includes(state)) found.push(`the purchase ${orderId} is ${state}`)
    if (state === 'delivered' && !isOurs)
      found.push(`the purchase ${orderId} is delivered, the chain says ${sold?.end} ${sold?.paymentRef}`)
    if (state !== 'delivered' && isOurs) found.push(`the purchase ${orderId} is ${state}, the chain delivered it`)
    if (isOurs && sold.buyer !== address)
      found.push(`the purchase ${orderId} came to ${sold.buyer} instead of ${address}`)
    if (sold && priceYen !== sold.priceYen)
      found.push(`the purchase ${orderId} cost ${priceYen} yen, signed were ${sold.priceYen}`)
  }
  const references = new Set(purchases.map(({ orderId }) => paymentRefOf(orderId)))
  for (const { orderId, end, paymentRef, tokenId } of replayed.orders.values())
    if (end === 'sold' && purchases.some(({ listingId }) => listingId === orderId) && !references.has(paymentRef ?? ''))
      found.push(`${orderId} of token ${tokenId} was delivered for ${paymentRef}, which nobody paid`)
  for (const event of events) {
    if (event.kind !== 'bought' || event.end.kind !== 'paid') continue
    const purchase = known.get(event.end.orderId)
    if (!purchase) found.push(`the purchase ${event.end.orderId} was shown as paid, and is not there`)
    else if (purchase.state === 'expired')
      found.push(`the purchase ${event.end.orderId} was shown as paid, and is expired`)
    else if (purchase.priceYen !== event.terms.priceYen)
      found.push(`the purchase ${event.end.orderId} cost ${purchase.priceYen} yen, shown were ${event.terms.priceYen}`)
    else if (purchase.memberId !== event.member.memberId)
      found.push(`the purchase ${event.end.orderId} is another member’s`)
  }
  return found
}

/** Every point remains or was spent on a delivered token. */
async function judgePoints({ arena, traders, points }: Market, purchases: readonly PurchaseRow[]): Promise<string[]> {
  const rows = await arena.deps.sql<{ memberId: string; left: number }[]>`
    select member_id as "memberId", sum(balance)::int as left from ledger_accounts
     where member_id = any(${traders.map(({ memberId }) => memberId)}::uuid[]) and unit = 'point' group by 1`
  return traders.flatMap(({ memberId }) => {
    const spent = purchases
      .filter((purchase) => purchase.memberId === memberId && purchase.state === 'delivered')
      .reduce((sum, { usedPoint }) => sum + usedPoint, 0)
    const left = rows.find((row) => row.memberId === memberId)?.left ?? 0
    return left === points - spent ? [] : [`${memberId} has ${left} points, of ${points} were spent ${spent}`]
  })
}
