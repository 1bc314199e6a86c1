import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordOf } from './expected-words.ts'
import type { Words } from './expected-words.ts'

/** A token's history begins with a deed of this kind, by a transaction that the network knows. Answers what is said of it. */
export async function checkNewestDeed(page: Page, told: Words, tokenId: string, kind: string): Promise<string> {
  await page.goto(`/tokens/${tokenId}`)
  const newest = page.locator('section[aria-labelledby=history-title] li').first()
  const text = await newest.innerText()
  assert.ok(text.startsWith(wordOf(told, `market.deed.${kind}`)), text)
  const link = newest.locator('a[target=_blank]').last()
  const href = (await link.getAttribute('href')) ?? assert.fail('a deed without its transaction')
  assert.ok(href.includes(await link.innerText()), href)
  const known = (await (await fetch(href)).json()) as { status: string }
  assert.equal(known.status, 'Sealed')
  return text
}
