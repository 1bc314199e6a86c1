// Every column that can hold words or a day: what becomes of it when an account is deleted. A column without
// a rule fails, and so does one that is said to be wiped and is not.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { actOnAirdrop } from '../../shop/airdrop/act-on-airdrop.ts'
import { checkInvariants } from '../../audit/check/check.ts'
import { seedAirdrop, seedGiven } from '../../shop/pack/testing/given-packs.ts'
import { expireLots } from '../../money/point/expire-lots.ts'
import { balances, seedLot } from '../../money/point/testing/purse.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { actByHand } from './act-by-hand.ts'
import { deleteMember } from './delete-member.ts'
import { fillTables } from './testing/fill-tables.ts'

const world = await testWorld({ after })
const { sql } = world.deps

/**
 * `wiped`: emptied or deleted with the account. `soon`: gone by itself in a while. `law`: papers
 * and audit, under the account's id. `chain`: what the network says to everybody. `plain`: names of
 * states, ids, hashes, and what the operator wrote; nothing of a member.
 */
type Rule = Partial<Record<'wiped' | 'soon' | 'law' | 'chain' | 'plain', string>>
const rules: Record<string, Rule> = {
  account_deletions: { wiped: 'reason', plain: 'state' },
  airdrop_claims: { plain: 'airdrop_id' },
  airdrop_reservations: { wiped: 'who', plain: 'airdrop_id' },
  airdrops: { plain: 'id name_ja name_en description_ja description_en pack_id' },
  alarms: { plain: 'kind subject message' },
  announcements: { plain: 'id title_ja title_en body_ja body_en' },
  audit_rows: { law: 'actor act subject details' },
  external_products: { plain: 'id picture name_ja name_en href' },
  banners: { plain: 'id picture title_ja title_en href' },
  bank_branches: { plain: 'bank_code code name kana hira' },
  bank_data: { plain: 'version' },
  banks: { plain: 'code name kana hira' },
  bot_passes: { plain: 'subject' },
  card_members: { plain: 'gateway_member_id' },
  catalogue_imports: { plain: 'digest counts' },
  categories: { plain: 'slug name_ja name_en' },
  chain_cursors: { plain: 'name' },
  chain_events: { chain: 'tx_id type kind address payload' },
  chain_keys: { plain: 'address' },
  chain_transaction_builds: { plain: 'tx_id reason' },
  chain_transactions: { chain: 'details signed tx_id', plain: 'kind cause state error' },
  check_results: { plain: 'invariant' },
  content_pages: { plain: 'content_id file' },
  content_places: { wiped: 'content_id' },
  content_reservations: { wiped: 'content_id' },
  content_videos: { plain: 'content_id folder' },
  contents: { plain: 'id item_id kind name_ja name_en direction' },
  ended_checks: { chain: 'seller' },
  enquiries: { wiped: 'email message', plain: 'topic' },
  favorites: { wiped: 'item_id series_id pack_id subject', plain: 'kind' },
  events: { plain: 'id title_ja title_en description_ja description_en picture pack_ids series_ids' },
  exports: { plain: 'state error' },
  gateway_notices: { plain: 'gateway gateway_order_id origin' },
  gift_moves: { plain: 'state reason' },
  gifts: {
    wiped: 'email message',
    chain: 'giver_address claimer_address order_hash tx_id sealed_tx_id',
    plain: 'state locale end_reason',
  },
  idempotency_keys: { wiped: 'answer', plain: 'key call' },
  item_categories: { plain: 'category_slug item_id' },
  item_days: { plain: 'item_id day' },
  item_holdings: { chain: 'owner_address', plain: 'item_id series_id' },
  item_listings: { plain: 'item_id' },
  item_sales: { plain: 'item_id day' },
  items: {
    plain:
      'id series_id name_ja name_en description_ja description_en artist rarity traits picture search_text search_grams rights_holder_id',
  },
  kura_migrations: { plain: 'name checksum' },
  leases: { plain: 'name' },
  ledger_accounts: { plain: 'id unit kind' },
  ledger_entries: { plain: 'account_id' },
  ledger_marks: { plain: 'balances' },
  ledger_movements: { law: 'kind cause reason reason_ja' },
  listing_moves: { plain: 'state reason' },
  listing_withdrawals: { plain: 'cause' },
  listings: {
    chain: 'seller_address target_address order_hash tx_id',
    plain: 'state item_id end_reason withdrawal_cause',
  },
  mail_codes: { wiped: 'email payload', plain: 'purpose' },
  mails: { wiped: 'recipient words', plain: 'template locale state error' },
  market_flags: { plain: 'rule details' },
  maintenances: { plain: 'mode text_ja text_en' },
  media: { plain: 'id colour' },
  member_handles: { wiped: 'handle' },
  member_spendings: { plain: 'month' },
  members: {
    wiped: 'email password_hash display_name description thumbnail flow_address collection_address birthday',
    plain: 'locale terms_version',
  },
  notification_causes: { plain: 'cause' },
  notification_choices: { plain: 'kind channel' },
  notification_fan_outs: { plain: 'event subject cause facts audience audience_id after_key' },
  notifications: { wiped: 'facts', plain: 'kind event subject' },
  open_items: { plain: 'source kind subject what payment_ref direction closed_by close_reason' },
  opening_moves: { plain: 'state tx_id' },
  openings: { chain: 'flow_address tx_id', plain: 'state error' },
  operators: { plain: 'details' },
  order_letters: { plain: 'event' },
  order_moves: { plain: 'state' },
  orders: { law: 'pack_id tender state reason grant_cause' },
  pack_cards: { plain: 'item_id' },
  pack_holdings: { plain: 'pack_id' },
  pack_items: { plain: 'pack_id item_id' },
  pack_pool: { plain: 'pack_id item_id' },
  pack_reminders: { plain: 'pack_id' },
  pack_selectables: { plain: 'pack_id item_id' },
  pack_stocks: { plain: 'pack_id' },
  pack_tickets: { plain: 'pack_id' },
  pack_units: { plain: 'pack_id state' },
  packs: {
    plain: 'id series_id name_ja name_en description_ja description_en picture kind channel draw_block_id',
  },
  page_drops: { plain: 'tag' },
  passcodes: { plain: 'pack_id' },
  payment_moves: { plain: 'state error' },
  payments: {
    wiped: 'card_name holder_name',
    law: 'gateway_order_id access_id access_pass tran_id approve gateway method gateway_ref foreign_ref capture_ref refund_ref',
    plain: 'ret_url redirect_url state error',
  },
  payout_accounts: { wiped: 'account_number holder holder_kana', law: 'bank_code branch_code account_type' },
  payout_batches: { plain: 'state made_by released_by file_sha256 pay_on' },
  payout_letters: { plain: 'event' },
  payouts: { plain: 'state reason' },
  point_campaigns: { plain: 'id name_ja name_en occasion' },
  point_lots: { plain: 'kind cause campaign_id' },
  proceeds_claims: { plain: 'name_ja name_en' },
  professional_sellers: { wiped: 'address contact registration_number', law: 'name' },
  push_subscriptions: { wiped: 'endpoint p256dh auth' },
  quiet_hours: { wiped: 'time_zone' },
  rate_limits: { plain: 'key' },
  receipt_counters: { plain: 'issuer' },
  receipts: { law: 'kind issuer details' },
  reconciliations: { plain: 'source cursor' },
  rights_holders: { plain: 'id name_ja name_en' },
  sale_events: { chain: 'tx_id type kind order_hash replaced_hash seller payload' },
  sale_orders: {
    chain:
      'order_hash order_id agent seller ref_id target_address opened_tx_id end_reason ended_tx_id buyer_address payment_ref',
  },
  seller_checks: { chain: 'seller' },
  search_documents: { wiped: 'own own_form', plain: 'kind id around around_form' },
  search_words: { plain: 'pair word' },
  seller_months: { plain: 'month' },
  series: { plain: 'id name_ja name_en description_ja description_en picture rights_holder_id' },
  series_collectors: { plain: 'series_id' },
  series_follows: { wiped: 'series_id' },
  series_holdings: { chain: 'owner_address', plain: 'series_id' },
  service_clients: { plain: 'id name_ja name_en picture homepage redirect_uris scopes' },
  service_grants: { wiped: 'client_id', plain: 'scopes' },
  service_records: { wiped: 'payload', plain: 'kind' },
  sessions: { wiped: 'user_agent' },
  // the number, brand and date go when the gateway has forgotten the card
  stored_cards: { wiped: 'name holder_name', soon: 'masked_number brand expires', plain: 'state error' },
  subject_counts: { plain: 'kind subject' },
  tokens: { chain: 'owner_address minted_tx_id', plain: 'item_id' },
  trade_moves: { plain: 'state tx_id' },
  trades: {
    chain: 'seller_address buyer_address order_hash tx_id',
    law: 'rights_holder_id seller_registration',
    plain: 'state error',
  },
  transaction_reports: { chain: 'tx_id', plain: 'type state' },
  transfer_moves: { plain: 'state' },
  transfers: { wiped: 'message', chain: 'from_address to_address tx_id sealed_tx_id', plain: 'kind state' },
  wallet_changes: { wiped: 'reason note', chain: 'old_address new_address', plain: 'kind state decided_by' },
  wallet_nonces: { plain: 'purpose' },
}

type Column = { table: string; column: string }
const columns = () => sql<Column[]>`
  select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
   where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name not in ('_bytea', '_int4', '_int8')
     and (c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'inet', 'xml', 'date') or c.data_type in ('ARRAY', 'USER-DEFINED'))
   order by 1, 2`
const ruled = Object.entries(rules).flatMap(([table, rule]) =>
  Object.entries(rule).flatMap(([kind, names]) => names.split(' ').map((column) => ({ table, column, kind }))),
)
const nameOf = ({ table, column }: Column) => `${table}.${column}`

test('every column that can hold words or a day has one rule, and every rule has its column', async () => {
  const found = (await columns()).map(nameOf)
  assert.ok(found.length > 200)
  assert.deepEqual(ruled.map(nameOf).toSorted(), found.toSorted())
})

const mark = 'p3rs0nal'
const marks = { mark, email: `${mark}@example.jp`, flowAddress: '0xab5e4a7e9e25011a', accountNumber: '7654321' }
const { email, flowAddress, accountNumber } = marks
const birthday = '1987-06-05'
/** Columns that have a mark of the member in some row. */
const marked = async (): Promise<string[]> => {
  const found: string[] = []
  for (const { table, column } of await columns()) {
    const rows = await sql`
      select 1 from ${sql(table)} t
       where exists (select 1 from unnest(${[mark, flowAddress, accountNumber, birthday]}::text[]) m where strpos(t.${sql(column)}::text, m) > 0) limit 1`
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

test('what is said to be wiped is wiped, and points lapse in the books', async () => {
  const { memberId } = await seedMember(world.deps, { email, flowAddress, displayName: mark, birthday })
  const other = await seedMember(world.deps)
  const packId = await seedGiven(sql, 'airdrop')
  const open = await seedAirdrop(sql, packId, { isForAll: false, who: [email, flowAddress] })
  const used = await seedAirdrop(sql, packId, { isForAll: false, who: [email] })
  await sql`insert into airdrop_claims (airdrop_id, member_id) values (${used}, ${memberId})`
  await sql`update airdrop_reservations set claimed_by = ${memberId} where airdrop_id = ${used}`
  await sql.begin((db) => fillTables(db, marks, { memberId, otherId: other.memberId, packId }))
  await seedLot(sql, memberId, { amount: 300 })
  await seedLot(sql, memberId, { amount: 50, kind: 'paid' })

  const before = await marked()
  const wiped = ruled.filter(({ kind }) => kind === 'wiped').map(nameOf)
  const planted = new Set([...before, 'professional_sellers.registration_number'])
  assert.deepEqual(
    wiped.filter((name) => !planted.has(name)),
    [],
    'nothing was there to wipe',
  )
  const said: string[] = []
  const order = { act: 'delete', who: memberId, by: 't', reason: 'r' } as const
  await actByHand(world.deps, { ...order, isDryRun: true }, (line) => said.push(line))
  assert.match(said.join('\n'), /let 350 points lapse.*nothing was changed/)
  assert.deepEqual(await balances(sql, memberId), { paid: 50, free: 300, lots: 350 })
  await actByHand(world.deps, { ...order, isDryRun: false }, (line) => said.push(line))
  assert.match(said.at(-1) ?? '', /is deleted.*350 points lapsed/)

  // and nowhere else: not in a column that is said to be plain, nor in papers
  // (the subject of a favourite names an item; here it has the mark)
  assert.deepEqual(await marked(), ['subject_counts.subject', 'wallet_changes.old_address'])
  assert.deepEqual(await balances(sql, memberId), { paid: 0, free: 0, lots: 0 })
  const reasons = await sql<{ en: string; amount: number }[]>`
    select m.reason as en, e.amount::int as amount from ledger_movements m join ledger_entries e on e.movement_id = m.id
     where m.member_id = ${memberId} and m.kind = 'point-expiry' and e.amount > 0 order by 2`
  assert.deepEqual(
    reasons.map(({ en, amount }) => [en, amount]),
    [
      ['Lapsed: the account was deleted', 50],
      ['Lapsed: the account was deleted', 300],
    ],
  )
  const points = (await checkInvariants(world.deps)).filter(({ invariant }) =>
    ['I1', 'I2', 'I3', 'I15'].includes(invariant),
  )
  assert.deepEqual(points, [])

  // the card that was just being kept is forgotten once it is
  const [card] = await sql`select state, error from stored_cards where member_id = ${memberId}`
  assert.deepEqual([card?.['state'], card?.['error']], ['saving', 'MEMBER_GONE'])

  // the member who has the address now is named where it was not used up, and nobody is named twice
  const next = await seedMember(world.deps, { email, flowAddress: '0x0000000000000009' })
  const isNamed = async (airdropId: string) => {
    const seen = await world.call('showAirdropStatus', { params: { airdropId } }, { session: next.session })
    return seen.ok && seen.data.status
  }
  assert.deepEqual([await isNamed(open), await isNamed(used)], ['claimable', 'not-reserved'])
  const again = { act: 'add', airdropId: used, who: [email], by: 't', reason: 'r', isDryRun: false } as const
  await actOnAirdrop(world.deps, again, (line) => said.push(line))
  assert.equal(said.at(-1), 'is named for 0 more')
  assert.equal(await isNamed(used), 'not-reserved', 'named again by an operator or a catalogue')
})

test('points that come back to a deleted account lapse, and the check names those that stay', async () => {
  const { memberId } = await seedMember(world.deps)
  assert.ok((await deleteMember(world.deps, { memberId, actor: 't', reason: 'r' })).isDeleted)
  await seedLot(sql, memberId, { amount: 70 })
  await world.moveClock('11 minutes')
  const named = (await checkInvariants(world.deps)).filter(({ invariant }) => invariant === 'I22')
  assert.deepEqual(
    named.map(({ what }) => what),
    ['70 points of a deleted member are left'],
  )
  assert.equal(await expireLots(world.deps), 1)
  assert.deepEqual(await balances(sql, memberId), { paid: 0, free: 0, lots: 0 })
})
