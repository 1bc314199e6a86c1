// The server dies between taking the money and the seal of the token. Then faults are planted, and
// each must be named.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import type { TransactionSql } from 'postgres'
import { answerBank, fillCard, linkWallet, order, signUpByCode } from './acts.ts'
import { askGateway, passMinutes, readLatestOrder, readMovements, sumLedger } from './books.ts'
import type { OrderInBooks } from './books.ts'
import { startBrowser } from './browser.ts'
import { readVault } from './chain.ts'
import { killServer, startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { journey, journeyTime, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser, device: phone }

/** A server starts in seconds, on a machine that has others to run in a minute. */
const startedAgainMs = 90_000

type Death = { account: string; packId: string; chain: object; isMoment: (found: OrderInBooks) => boolean }

void test(
  'the server is killed when the mint is with the network and not yet sealed: the token comes once',
  journeyTime,
  journey({ ...world, email: 'sent@visitor.example' }, (visitor) =>
    surviveDeath(visitor, {
      account: 'hanako',
      packId: 'fox-single',
      chain: { holdSeals: true },
      isMoment: ({ mintState }) => mintState === 'sent',
    }),
  ),
)

void test(
  'the server is killed when the money is taken and the network is away: the token comes once',
  journeyTime,
  journey({ ...world, email: 'unsent@visitor.example' }, (visitor) =>
    surviveDeath(visitor, {
      account: 'taro',
      packId: 'wave-single',
      chain: { down: true },
      isMoment: ({ paymentState }) => paymentState === 'captured',
    }),
  ),
)

async function surviveDeath(visitor: Visitor, { account, packId, chain, isMoment }: Death): Promise<void> {
  const { email, watch } = visitor
  await visitor.page.goto(`/signup?redirect=${encodeURIComponent(`/packs/${packId}/checkout`)}`)
  await signUpByCode(visitor)
  await linkWallet(visitor, account)
  await fillCard(visitor, '4111 1111 1111 1111')
  await order(visitor)

  await kura.playChain(chain)
  // The browser's errors while its server is down.
  watch.expect(/ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/)
  watch.expect(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONTENT_LENGTH_MISMATCH|status of 503|answered 503/)
  watch.expect(/Error loading route module .* reloading page|Failed to fetch dynamically imported module/)
  watch.expect(/Unable to preload CSS/)
  // where it leads back to may be away by then
  const back = answerBank(visitor, 'approved').catch(() => {})
  await until('the money is taken', async () => isMoment(await readLatestOrder(kura, email)), { everyMs: 20 })
  await killServer(kura)
  await checkInBetween(await readLatestOrder(kura, email))
  // Locks of the dead server are free after a minute at most; this test need not wait for them.
  await passMinutes(kura, 2)
  await kura.playChain({})
  await back

  await until('the server is back', () => kura.isServing(), { withinMs: startedAgainMs })
  const ended = await until('the token is sealed or the money is back', async () => {
    const found = await readLatestOrder(kura, email)
    return found.openingState === 'sealed' || found.state === 'refunded' ? found : undefined
  })
  await checkEnd(ended, email)
  // the old one may be loading itself again just now
  await visitor.reopen()
  const { page } = visitor
  await page.goto('/mypage/orders')
  await page.locator('main li a[href^="/mypage/orders/"]').first().click()
  await page.getByText('アイテムがあなたのウォレットに届きました。').waitFor()
  await visitor.look('order, delivered after the death of the server')
}

/** Without this the test would prove nothing: the money is taken, the token is not there. */
async function checkInBetween({
  state,
  paymentState,
  gatewayOrderId,
  openingState,
  cards,
}: OrderInBooks): Promise<void> {
  assert.deepEqual({ state, paymentState }, { state: 'delivered', paymentState: 'captured' })
  assert.ok(openingState === 'opened' || openingState === 'minting', `the opening is ${openingState}`)
  assert.equal((await askGateway(kura, gatewayOrderId ?? '')).status, 'CAPTURE')
  assert.equal(cards.length, 1)
}

/**
 * With a chain that never fails for good there is no reason for a refund: the token must be there,
 * once.
 */
async function checkEnd(ended: OrderInBooks, email: string): Promise<void> {
  assert.equal(ended.openingState, 'sealed')
  const [member] = await kura.sql<{ address: string }[]>`
    select flow_address as address from members where email = ${email}`
  const vault = await readVault(kura, member?.address ?? '')
  assert.deepEqual(
    vault.map(({ refId }) => refId),
    ended.cards.map(({ refId }) => refId),
  )
  assert.deepEqual(
    (await readMovements(kura, ended.id)).map(({ kind, entries }) => [kind, entries['psp:card']]),
    [['capture', ended.priceYen]],
  )
  assert.equal(await sumLedger(kura), 0)
}

void test('after the deaths the check of the command line finds nothing', async () => {
  await until('the index knows both tokens', async () => {
    const [row] = await kura.sql<{ count: number }[]>`select count(*)::int as count from tokens`
    return row?.count === 2
  })
  assert.deepEqual(await check(), { code: 0, found: [] })
})

void test('an extra entry in the ledger is named by the check', async () => {
  const { id } = await readLatestOrder(kura, 'sent@visitor.example')
  // What a person with all rights over the database could do.
  const asOwner = (work: (sql: TransactionSql) => Promise<unknown>) =>
    kura.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await work(sql)
    })
  await asOwner(async (sql) => {
    await sql`insert into ledger_accounts (id, unit, kind) values ('planted', 'yen', 'system')`
    await sql`insert into ledger_entries (movement_id, account_id, amount)
              select id, 'planted', 1000 from ledger_movements where cause = ${id}`
  })
  const { code, found } = await check()
  assert.equal(code, 1)
  assert.ok(found.includes('I1'), `found ${found.join(' ')}`)
  await asOwner(async (sql) => {
    await sql`delete from ledger_entries where account_id = 'planted'`
    await sql`delete from ledger_accounts where id = 'planted'`
  })
  assert.deepEqual(await check(), { code: 0, found: [] })
})

void test('a second owner of a token is named by the check', async () => {
  const [one, other] = await kura.sql<{ id: string; owner: string }[]>`
    select id::text, owner_address as owner from tokens order by minted_height`
  const give = (id: string, owner: string) => kura.sql`update tokens set owner_address = ${owner} where id = ${id}`
  await give(one?.id ?? '', other?.owner ?? '')
  const { code, found } = await check()
  assert.equal(code, 1)
  assert.ok(found.includes('I7'), `found ${found.join(' ')}`)
  await give(one?.id ?? '', one?.owner ?? '')
  assert.deepEqual(await check(), { code: 0, found: [] })
})

/** `npm run kura -- check`: its exit code and the invariants it names. */
async function check(): Promise<{ code: number; found: string[] }> {
  const { code, output } = await kura.command('check', '--json')
  const list = JSON.parse(output.slice(output.indexOf('['))) as { invariant: string }[]
  return { code, found: list.map(({ invariant }) => invariant) }
}
