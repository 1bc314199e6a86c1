import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { addressOf, comeAsMember, linkOwnWallet, useWallet } from './identity-acts.ts'
import type { Kura } from './instance.ts'
import type { Visitor } from './journey.ts'
import { until } from './until.ts'

export type Piece = { tokenId: string; refId: string; itemId: string; name: string }

/**
 * Signs up a new full member with the wallet account, which approves by itself, and two pieces of
 * one item from a passcode.
 */
export async function comeWithPieces(visitor: Visitor, account: string): Promise<Piece[]> {
  const { page, kura } = visitor
  await comeAsMember(visitor)
  await useWallet(kura, account)
  await linkOwnWallet(visitor)
  await page.goto('/passcode')
  await page.getByLabel('パスコード').fill('KURA2026')
  await page.getByRole('button', { name: 'パスコードを確認する' }).click()
  await page.getByRole('button', { name: '中身を選ぶ' }).click()
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: '竹林の蔵を1点増やす' }).press('Enter')
    await page.getByText(`2点中${count}点を選択`).waitFor()
  }
  await page.getByRole('button', { name: 'この2点を受け取る' }).press('Enter')
  await page.getByText('あなたの保管庫に届きました。').waitFor()
  return readPieces(kura, await addressOf(kura, account), 2)
}

/** The pieces in a vault as the index has them, once there are so many. */
export const readPieces = (kura: Kura, address: string, count: number): Promise<Piece[]> =>
  until(`${count} pieces of ${address}`, async () => {
    const rows = await kura.sql<Piece[]>`
      select t.id::text as "tokenId", t.ref_id as "refId", t.item_id as "itemId", i.name_ja as name
        from tokens t join items i on i.id = t.item_id
       where t.owner_address = ${address} and t.burned_at is null order by t.id`
    return rows.length === count ? [...rows] : undefined
  })

export type ListingRow = { id: string; state: string; reason: string | null; price: number; version: number }

/** Every listing of a token, oldest first. */
export async function readListings(kura: Kura, tokenId: string): Promise<ListingRow[]> {
  return [
    ...(await kura.sql<ListingRow[]>`
      select id, state, end_reason as reason, price_yen as price, version::int as version
        from listings where token_id = ${tokenId}::text::numeric order by id`),
  ]
}

/** The newest listing of a token once it is in this state. */
export const listingIs = (kura: Kura, tokenId: string, state: string): Promise<ListingRow> =>
  until(`the listing of ${tokenId} is ${state}`, async () => {
    const newest = (await readListings(kura, tokenId)).at(-1)
    return newest?.state === state ? newest : undefined
  })

/** Types a price and continues to what is to be signed. Begins on the screen for selling. */
export async function toSigning({ page }: Visitor, price: string): Promise<void> {
  await page.getByLabel('販売価格', { exact: false }).first().fill(price)
  await page.getByRole('button', { name: '署名の内容を確かめる' }).click()
}

/**
 * Signs in the wallet that approves by itself, and arrives at the open listing. Begins with what is
 * to be signed shown.
 */
export async function sign({ page }: Visitor): Promise<void> {
  await page.getByRole('heading', { name: '内容を確かめて署名する' }).waitFor()
  await page.getByRole('button', { name: 'ウォレットを開いて署名する' }).click()
}

/** Waits until the wallet library has signed its account out: the call to it returns nothing. */
export async function assertSignedOut({ page }: Visitor): Promise<void> {
  await until('the wallet library has forgotten its member', async () => {
    const kept = await page.evaluate(
      () => localStorage.getItem('CURRENT_USER') ?? sessionStorage.getItem('CURRENT_USER'),
    )
    // where it keeps nothing there it keeps its member somewhere else
    return kept !== null && !(JSON.parse(kept) as { loggedIn?: boolean | null }).loggedIn
  })
}

/** Passes once a part of the page itself has the focus. */
export const assertFocused = (part: Locator): Promise<void> => part.and(part.page().locator(':focus')).waitFor()

/** The listing of a piece as everybody reads it, or nothing. */
export async function readListing(
  kura: Kura,
  { refId }: Piece,
): Promise<{ price: number; targetUserId: string | null } | undefined> {
  const answer = await fetch(`${kura.app}/api/selling-orders/${refId}`)
  if (answer.status === 404) return undefined
  assert.equal(answer.status, 200)
  return (await answer.json()) as { price: number; targetUserId: string | null }
}

/**
 * What is asked before the wallet opens says what a signature does and what it cannot, and shows
 * the program that has this line.
 */
export async function assertShowsLine(asked: Locator, line: string): Promise<void> {
  await asked.getByText('署名の内容について').waitFor()
  await asked.getByText('署名してもできないこと').waitFor()
  await asked.getByText('署名する内容をくわしく見る').click()
  await asked.locator('pre').filter({ hasText: line }).waitFor()
}
