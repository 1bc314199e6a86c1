import { newId } from '../../../platform/db/id.ts'
import type { TestWorld } from '../../../testing/test-world.ts'

/** The purchase that is contradicted; the test fills it in before it plants anything. */
export const order = { id: '', packId: '', memberId: '', unitId: '', paymentId: '', openingId: '' }
/** The token of its only card. */
export const token = { id: '' }

export type Contradiction = [
  name: string,
  change: (sql: TestWorld['deps']['sql']) => Promise<unknown>,
  expected: () => string,
]

export const plants: Contradiction[] = [
  [
    'a changed balance',
    (sql) => sql`update ledger_accounts set balance = balance + 1 where id = 'sales:packs'`,
    () => 'I2 sales:packs',
  ],
  [
    'a ledger that can be rewritten',
    (sql) => sql`alter table ledger_entries disable trigger ledger_entries_append_only`,
    () => 'I4 ledger_entries_append_only',
  ],
  [
    'an oversold counter',
    (sql) => sql`update pack_stocks set remaining = remaining + 1, issued = issued + 1 where pack_id = ${order.packId}`,
    () => `I5 ${order.packId}`,
  ],
  [
    'a unit sold without its order',
    (sql) => sql`update pack_units set state = 'free', order_id = null where id = ${order.unitId}`,
    () => `I6 ${order.id}`,
  ],
  [
    'a unit held by an ended order',
    (sql) => sql`update orders set state = 'expired', unit_id = null where id = ${order.id}`,
    () => `I6 ${order.unitId}`,
  ],
  [
    'a captured order that was not delivered',
    (sql) => sql`update orders set state = 'captured' where id = ${order.id}`,
    () => `I8 ${order.id}`,
  ],
  [
    'money missing on the gateway account',
    (sql) => sql`update payments set amount_yen = 1 where id = ${order.paymentId}`,
    () => 'I9 psp:card',
  ],
  [
    'a charge that is not the price',
    (sql) => sql`update payments set amount_yen = 1 where id = ${order.paymentId}`,
    () => `I10 ${order.id}`,
  ],
  [
    'a second capture',
    async (sql) => {
      await sql`drop index payments_one_capture`
      await sql`insert into payments (id, order_id, attempt, gateway_order_id, amount_yen, ret_url, state)
              values (${newId()}, ${order.id}, 2, 'second', 1100, '', 'captured')`
    },
    () => `I10 ${order.id}`,
  ],
  ['a delivery without a charge', (sql) => sql`delete from payments`, () => `I11 ${order.id}`],
  ['a charge that the ledger does not know', (sql) => sql`delete from ledger_movements`, () => `I11 ${order.id}`],
  [
    'a refund booked twice for one payment',
    async (sql) => {
      await sql`insert into ledger_movements (id, kind, cause, reason) values (${newId()}, 'refund', ${order.id}, '')`
    },
    () => `I11 ${order.id}`,
  ],
  [
    'an opening of an order that was refunded',
    (sql) => sql`update orders set state = 'refunded', unit_id = null where id = ${order.id}`,
    () => `I11 ${order.openingId}`,
  ],
  [
    'more than the limit',
    (sql) => sql`update pack_holdings set held = 2`,
    () => `I16 ${order.packId}/${order.memberId}`,
  ],
  [
    'a history that goes back in time',
    (sql) => sql`update order_moves set at = at - interval '1 day' where state = 'delivered'`,
    () => `I20 ${order.id}`,
  ],
  [
    'a mint that is stuck in silence',
    (sql) => sql`update openings set state = 'minting', opened_at = opened_at - interval '1 day'`,
    () => `I8 ${order.openingId}`,
  ],
]

const silent = '6 days'
/** A row that nobody takes up, leased for ever or left for days. */
const lost: Contradiction[] = [
  [
    'a payment leased for ever',
    (sql) => sql`update payments set state = 'unknown', worked_until = kura_now() + ${silent}::interval`,
    () => `I17 ${order.paymentId}: the payment is unknown`,
  ],
  [
    'an opening leased for ever',
    (sql) => sql`update openings set state = 'minting', worked_until = kura_now() + ${silent}::interval`,
    () => `I17 ${order.openingId}: the opening is minting`,
  ],
  [
    'a card that is not stored for days',
    (sql) => sql`
      insert into stored_cards (id, member_id, state, name, worked_until)
      values (${lostId}, ${order.memberId}, 'saving', '', kura_now() - ${silent}::interval)`,
    () => `I17 ${lostId}: the card is saving`,
  ],
  [
    'a notice that waits for days',
    (sql) => sql`
      insert into gateway_notices (id, gateway, gateway_order_id, worked_until) values (${lostId}, 'card', 'LOST', kura_now() - ${silent}::interval)`,
    () => `I17 ${lostId}: the notice of card`,
  ],
  [
    'a mail that waits for days',
    (sql) => sql`
      insert into mails (id, recipient, template, locale, words, created_at)
      values (${lostId}, 'a@example.org', 'x', 'ja', '{}', kura_now() - ${silent}::interval)`,
    () => `I17 ${lostId}: the mail x`,
  ],
  [
    'a transaction that is under way for days',
    (sql) => sql`
      insert into chain_transactions (id, kind, cause, details, state, created_at)
      values (${lostId}, 'mint', 'x', '{}', 'intended', kura_now() - ${silent}::interval)`,
    () => `I17 ${lostId}: the transaction mint of x`,
  ],
]
const lostId = newId()
const aside = newId()

export const more: Contradiction[] = [
  ...lost,
  [
    'a movement without two sides',
    (sql) => sql`insert into ledger_movements (id, kind, cause, reason) values (${aside}, 'capture', 'x', '')`,
    () => `I1 ${aside}: the movement capture of x has fewer`,
  ],
  [
    'a member’s account below zero',
    async (sql) => {
      await sql`alter table ledger_accounts drop constraint ledger_accounts_check`
      await sql`insert into ledger_accounts (id, unit, kind, member_id, balance) values ('m', 'point', 'member', ${order.memberId}, -1)`
      await sql`insert into ledger_movements (id, kind, cause, reason) values (${aside}, 'point-spend', 'x', '')`
      await sql`insert into ledger_entries (movement_id, account_id, amount) values (${aside}, 'm', -1)`
    },
    () => 'I3 m: the balance was -1',
  ],
  ...['ledger_entries_append_only', 'ledger_movements_append_only', 'ledger_entries_balance'].map(
    (trigger): Contradiction => [
      `${trigger} switched off`,
      (sql) => sql.unsafe(`alter table ${trigger.slice(0, trigger.indexOf('s_') + 1)} disable trigger ${trigger}`),
      () => `I4 ${trigger}`,
    ],
  ),
  [
    'a reserved unit of a delivered order',
    (sql) => sql`update pack_units set state = 'reserved' where id = ${order.unitId}`,
    () => `I6 ${order.unitId}: the unit is reserved`,
  ],
  [
    'tokens that were sealed and never seen',
    async (sql) => {
      await sql`delete from tokens`
      await sql`update openings set sealed_at = kura_now() - interval '2 minutes'`
    },
    () => `I7 ${order.openingId}: sealed a while ago`,
  ],
  [
    'a token in the vault of somebody else',
    (sql) => sql`update openings set flow_address = '0x0000000000000009'`,
    () => `I7 ${token.id}: minted for opening ${order.openingId}`,
  ],
  [
    'a refund that rests in silence',
    async (sql) => {
      await sql`update orders set state = 'refunding', unit_id = null where id = ${order.id}`
      await sql`update order_moves set at = at - interval '1 day'`
    },
    () => `I8 ${order.id}: on its way back`,
  ],
  [
    'an unpaid order long after its time',
    (sql) =>
      sql`update orders set state = 'reserved', lease_until = kura_now() - interval '1 day' where id = ${order.id}`,
    () => `I8 ${order.id}: unpaid long after`,
  ],
  [
    'an order whose money lies on the account in part',
    (sql) => sql`update ledger_entries set amount = amount - 1 where account_id = 'psp:card'`,
    () => `I9 ${order.id}: the payment of`,
  ],
  [
    'more refunded than was taken',
    async (sql) => {
      await sql`insert into ledger_movements (id, kind, cause, reason) values (${aside}, 'refund', ${order.id}, '')`
      await sql`insert into ledger_entries (movement_id, account_id, amount) values (${aside}, 'psp:card', -999999), (${aside}, 'sales:packs', 999999)`
    },
    () => `I10 ${order.id}: more was refunded`,
  ],
  ...(['refunding', 'refunded', 'declined'] as const).map((state): Contradiction => [
    `a payment that is ${state} for a delivered order`,
    (sql) => sql`update payments set state = ${state}`,
    () => `I11 ${order.id}: the payment is ${state}, the order delivered`,
  ]),
  [
    'a payment that is captured for an ended order',
    (sql) => sql`update orders set state = 'expired', unit_id = null where id = ${order.id}`,
    () => `I11 ${order.id}: the payment is captured, the order expired`,
  ],
  [
    'points that were not taken',
    (sql) => sql`update orders set used_point = 1, tender = 'card-point' where id = ${order.id}`,
    () => `I11 ${order.id}: the order is delivered for 1 points`,
  ],
  [
    'a refund that the ledger does not know',
    async (sql) => {
      await sql`update payments set state = 'refunded'`
      await sql`update orders set state = 'refunded', unit_id = null where id = ${order.id}`
    },
    () => `I11 ${order.id}: the payment is refunded, but the ledger`,
  ],
  [
    'an order that counts for no limit',
    (sql) => sql`delete from pack_holdings`,
    () => `I16 ${order.packId}/${order.memberId}: orders without`,
  ],
  [
    'a movement of points that its member is not shown',
    async (sql) => {
      await sql`insert into ledger_accounts (id, unit, kind, member_id) values ('m', 'point', 'member', ${order.memberId})`
      await sql`insert into ledger_movements (id, kind, cause, reason) values (${aside}, 'point-grant', 'x', 'x')`
      await sql`insert into ledger_entries (movement_id, account_id, amount) values (${aside}, 'm', 1)`
    },
    () => `I19 ${aside}: a movement of points of ${order.memberId}`,
  ],
  [
    'a state that no move led to',
    (sql) => sql`delete from order_moves where state = 'delivered'`,
    () => `I20 ${order.id}: the order is delivered, its last move says`,
  ],
]

const addKey = (sql: TestWorld['deps']['sql'], key: { memberId: string; answer: string | null }) => sql`
  insert into idempotency_keys (member_id, key, call, body_hash, status, answer)
  values (${key.memberId}, 'key-of-test', 'buyPoint', '', 200, ${key.answer})`
export const addReceipt = (sql: TestWorld['deps']['sql'], kind: string, details: object) => sql`
  insert into receipts (id, order_id, kind, issuer, number, details)
  values (${aside}, ${order.id}, ${kind}, 'T1', 7, ${sql.json(details as never)})`

// what only all rows together tell, or what has no index by time: once a night
export const nightly: Contradiction[] = [
  [
    'one unit in two orders',
    async (sql) => {
      await sql`drop index orders_unit`
      await sql`
        insert into orders (id, member_id, pack_id, unit_id, tender, price_yen, state)
        select ${aside}, member_id, pack_id, unit_id, tender, price_yen, state from orders where id = ${order.id}`
    },
    () => `I6 ${order.unitId}: the unit is in 2 orders`,
  ],
  [
    'a capture that is booked twice',
    async (sql) => {
      await sql`alter table ledger_movements drop constraint ledger_movements_kind_cause_key`
      await sql`insert into ledger_movements (id, kind, cause, reason) values (${aside}, 'capture', ${order.id}, '')`
    },
    () => `I10 ${order.id}: booked 2 times as capture`,
  ],
  [
    'an answer that is stored incompletely',
    (sql) => addKey(sql, { memberId: order.memberId, answer: null }),
    () => `I12 ${order.memberId}/key-of-test: the answer of buyPoint is stored incompletely`,
  ],
  [
    'an answer that speaks of somebody else’s order',
    (sql) => addKey(sql, { memberId: aside, answer: JSON.stringify({ order: { orderId: order.id } }) }),
    () => `I12 ${aside}/key-of-test: the answer of buyPoint speaks of order ${order.id}`,
  ],
  [
    'a session that outlives its device',
    (sql) => sql`
      insert into sessions (token_hash, family_id, member_id, expires_at, ended_at)
      select decode(repeat('ab', 32), 'hex'), family_id, member_id, expires_at, kura_now() from sessions limit 1`,
    () => 'I18 ',
  ],
  [
    'a session of a banned member',
    (sql) => sql`update members set banned_at = kura_now() where id = ${order.memberId}`,
    () => 'I18 ',
  ],
  [
    'a receipt over another sum',
    (sql) => addReceipt(sql, 'receipt', { totalYen: 1101, taxes: [{ taxYen: 100 }] }),
    () => `I19 ${order.id}: the receipt 7 says 1101/100 yen/tax, the books 1100/100`,
  ],
  [
    'a receipt with another tax',
    (sql) => addReceipt(sql, 'receipt', { totalYen: 1100, taxes: [{ taxYen: 99 }] }),
    () => `I19 ${order.id}: the receipt 7 says 1100/99`,
  ],
  [
    'an amended receipt of what was not refunded',
    (sql) => addReceipt(sql, 'refund', { totalYen: 1100, taxes: [{ taxYen: 100 }] }),
    () => `I19 ${order.id}: the refund 7 says 1100/100 yen/tax, the books 0/0`,
  ],
]
