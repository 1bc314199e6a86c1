// What journeys of given packs do and check: passcodes, choices, and gifts in the books.
import assert from 'node:assert/strict'
import { readLatestOrder, readMovements } from './books.ts'
import { readVault } from './chain.ts'
import type { Kura } from './instance.ts'
import type { Visitor } from './journey.ts'
import { stopClock } from './page-clock.ts'

export async function checkCode({ page }: Visitor, code: string): Promise<void> {
  await page.getByLabel('パスコード').fill(code)
  await page.getByRole('button', { name: 'パスコードを確認する' }).click()
}

/** One lantern by its box and one bamboo by its steps, the first try with one too few. */
export async function chooseByKeyboard({ page }: Visitor): Promise<void> {
  const submit = page.getByRole('button', { name: 'この2点を受け取る' })
  await page.getByRole('checkbox', { name: '宵宮の提灯を選ぶ' }).press('Space')
  await page.getByText('2点中1点を選択').waitFor()
  await submit.press('Enter')
  await page.getByRole('alert').getByText('あと1点選んでください。').waitFor()
  await page.getByRole('button', { name: '竹林の蔵を1点増やす' }).press('Enter')
  await page.getByText('2点中2点を選択').waitFor()
  for (const name of ['竹林の蔵', '水辺の三棟'])
    await page.getByRole('button', { name: `${name}を1点増やす`, disabled: true }).waitFor()
}

export async function readUses(kura: Kura): Promise<number> {
  const [row] = await kura.sql<{ uses: number }[]>`select sum(uses)::int as uses from passcodes`
  return row?.uses ?? Number.NaN
}

type Stock = { remaining: number; reserved: number; sold: number }
export const taken = (stock: Stock, count: number): Stock => ({
  ...stock,
  remaining: stock.remaining - count,
  sold: stock.sold + count,
})

/**
 * The latest order is a gift of these items: delivered, without any money, and its tokens lie in
 * the vault.
 */
export async function checkGift(
  kura: Kura,
  { email }: Visitor,
  expected: { packId: string; items: string[] },
): Promise<void> {
  const found = await readLatestOrder(kura, email)
  const { packId, state, priceYen, paymentState, openingState } = found
  assert.deepEqual(
    { packId, state, priceYen, paymentState, openingState },
    { packId: expected.packId, state: 'delivered', priceYen: 0, paymentState: null, openingState: 'sealed' },
  )
  assert.deepEqual(found.cards.map(({ itemId }) => itemId).sort(), expected.items)
  assert.deepEqual(await readMovements(kura, found.id), [])
  const vault = (await readVault(kura, await vaultOf(kura, email))).map(({ refId }) => refId)
  for (const { refId } of found.cards) assert.ok(vault.includes(refId), refId)
}

export async function vaultOf(kura: Kura, email: string): Promise<string> {
  const [row] = await kura.sql<{ address: string }[]>`
    select flow_address as address from members where email = ${email}`
  return row?.address ?? ''
}

/** Tears the pack on the screen, and nothing more of its show continues by itself. */
export async function tear({ page }: Visitor): Promise<void> {
  const pack = page.getByRole('button', { name: /タップしてひらく/ })
  await pack.waitFor()
  await stopClock(page)
  await pack.click()
}

export async function countGrants(kura: Kura, { email }: Visitor): Promise<number> {
  const [row] = await kura.sql<{ count: number }[]>`
    select count(*)::int as count from orders o join members m on m.id = o.member_id
     where m.email = ${email} and o.tender = 'grant' and o.price_yen = 0 and o.state = 'delivered'`
  return row?.count ?? 0
}
