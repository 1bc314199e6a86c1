import type { Kura } from './instance.ts'

export type OrderInBooks = {
  id: string
  packId: string
  state: string
  reason: string | null
  priceYen: number
  tender: string
  gatewayOrderId: string | null
  /** What the provider calls it. */
  gatewayRef: string | null
  paymentState: string | null
  chargedYen: number | null
  openingState: string | null
  /** Where the transaction of its mint is. */
  mintState: string | null
  cards: { refId: string; itemId: string }[]
}

/**
 * The latest order of a member, with its payment, its opening and what lies in its pack, straight
 * from the database.
 */
export async function readLatestOrder({ sql }: Kura, email: string): Promise<OrderInBooks> {
  const [order] = await sql<OrderInBooks[]>`
    select o.id, o.pack_id as "packId", o.state, o.reason, o.price_yen as "priceYen", o.tender,
           p.gateway_order_id as "gatewayOrderId", p.gateway_ref as "gatewayRef", p.state as "paymentState", p.amount_yen as "chargedYen",
           n.state as "openingState", x.state as "mintState",
           (select coalesce(json_agg(json_build_object('refId', c.ref_id, 'itemId', c.item_id) order by c.place), '[]')
              from pack_cards c where c.unit_id = o.unit_id) as cards
      from orders o join members m on m.id = o.member_id
      left join payments p on p.order_id = o.id
      left join openings n on n.order_id = o.id
      left join chain_transactions x on x.id = n.transaction_id
     where m.email = ${email} order by o.created_at desc, o.id desc limit 1`
  if (!order) throw new Error(`${email} has no order`)
  return order
}

/** How many orders a member has that did not end unpaid. */
export async function countOrders({ sql }: Kura, email: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from orders o join members m on m.id = o.member_id
     where m.email = ${email} and o.state <> 'expired'`
  return row?.count ?? Number.NaN
}

/** What the ledger booked for an order: each movement with the amount of every account. */
export async function readMovements({ sql }: Kura, orderId: string) {
  const rows = await sql<{ kind: string; entries: Record<string, number> }[]>`
    select m.kind, json_object_agg(e.account_id, e.amount) as entries
      from ledger_movements m join ledger_entries e on e.movement_id = m.id
     where m.cause = ${orderId} group by m.id order by m.at`
  return [...rows]
}

/** What an order moved in all on the accounts of money: nothing of what came and went back. */
export async function readBooked({ sql }: Kura, orderId: string): Promise<Record<string, number>> {
  const rows = await sql<{ account: string; sum: number }[]>`
    select e.account_id as account, sum(e.amount)::int as sum
      from ledger_movements m join ledger_entries e on e.movement_id = m.id join ledger_accounts a on a.id = e.account_id
     where m.cause = ${orderId} and a.unit = 'yen' group by 1 having sum(e.amount) <> 0`
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

/** The points a member can use. */
export async function readPoints({ sql }: Kura, email: string): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(l.remaining), 0)::int as sum
      from point_lots l join members m on m.id = l.member_id where m.email = ${email} and l.expires_at > kura_now()`
  return row?.sum ?? Number.NaN
}

/** The states of the cards of a member that are stored, or on their way to be. */
export async function listStoredCards({ sql }: Kura, email: string): Promise<string[]> {
  const rows = await sql<{ state: string }[]>`
    select c.state from stored_cards c join members m on m.id = c.member_id
     where m.email = ${email} and c.state in ('saving', 'stored')`
  return rows.map(({ state }) => state)
}

/** The sum of all entries of the ledger: zero, always. */
export async function sumLedger({ sql }: Kura): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`select coalesce(sum(amount), 0)::int as sum from ledger_entries`
  return row?.sum ?? Number.NaN
}

/** How many of a pack are left, held and sold. */
export async function readStock({ sql }: Kura, packId: string) {
  const [row] = await sql<{ remaining: number; reserved: number; sold: number }[]>`
    select remaining, reserved, sold from pack_stocks where pack_id = ${packId}`
  if (!row) throw new Error(`there is no pack ${packId}`)
  return { remaining: row.remaining, reserved: row.reserved, sold: row.sold }
}

/** What the card gateway itself says of a payment, asked in its own format. */
export async function askGateway(kura: Kura, gatewayOrderId: string): Promise<{ status: string; amount: number }> {
  const { serverEnv } = kura.addresses()
  const { CARD_GATEWAY_URL = '', CARD_SHOP_ID = '', CARD_SHOP_PASS = '' } = serverEnv ?? {}
  const body = new URLSearchParams({ ShopID: CARD_SHOP_ID, ShopPass: CARD_SHOP_PASS, OrderID: gatewayOrderId })
  const answer = await fetch(`${CARD_GATEWAY_URL}/payment/SearchTrade.idPass`, { method: 'POST', body })
  const fields = new URLSearchParams(await answer.text())
  return { status: fields.get('Status') ?? `refused: ${fields.get('ErrInfo')}`, amount: Number(fields.get('Amount')) }
}

/** What the provider of the deferred payment holds of a payment, in yen. */
export async function askPaidy(kura: Kura, id: string) {
  const { PAIDY_API_URL = '', PAIDY_SECRET_KEY = '' } = kura.addresses().serverEnv ?? {}
  const headers = { authorization: `Bearer ${PAIDY_SECRET_KEY}`, 'paidy-version': '2018-04-10' }
  const answer = await fetch(`${PAIDY_API_URL}/payments/${id}`, { headers })
  const { amount, captures, refunds } = (await answer.json()) as Record<
    'captures' | 'refunds',
    { amount: number }[]
  > & {
    amount: number
  }
  const sum = (parts: { amount: number }[]) => parts.reduce((total, part) => total + part.amount, 0)
  return { amount, captured: sum(captures), refunded: sum(refunds) }
}

/**
 * Moves to the next month when this one ends in Japan within minutes: a monthly count must not end
 * half-way.
 */
export async function leaveMonthEnd({ sql }: Kura): Promise<void> {
  await sql`
    update kura_clock set time_offset = time_offset + interval '10 minutes'
     where date_trunc('month', kura_now() at time zone 'Asia/Tokyo')
        <> date_trunc('month', (kura_now() + interval '10 minutes') at time zone 'Asia/Tokyo')`
}

/** Moves the one clock of the database on. */
export async function passMinutes({ sql }: Kura, minutes: number): Promise<void> {
  await sql`update kura_clock set time_offset = time_offset + make_interval(mins => ${minutes})`
}
