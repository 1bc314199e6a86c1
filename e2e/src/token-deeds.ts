import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordOf } from './expected-words.ts'
import type { Words } from './expected-words.ts'
import { until } from './until.ts'

/**
 * A token's history begins with a deed of this kind, by a transaction that the network knows; it is told as soon as the chain was read.
 * Answers what is said of it.
 */
export async function checkNewestDeed(page: Page, told: Words, tokenId: string, kind: string): Promise<string> {
  const newest = page.locator('section[aria-labelledby=history-title] li').first()
  const word = wordOf(told, `market.deed.${kind}`)
  let text = ''
  // the page itself looks again only now and then
  const isTold = async (): Promise<boolean> => {
    await page.goto(`/tokens/${tokenId}`)
    text = await newest.innerText()
    return text.startsWith(word)
  }
  await until(`the newest deed is ${kind}`, isTold, { withinMs: 30_000, everyMs: 1000 }).catch((error: unknown) =>
    assert.fail(`${String(error)}; told last: ${text || 'nothing'}`),
  )
  const link = newest.locator('a[target=_blank]').last()
  const href = (await link.getAttribute('href')) ?? assert.fail('a deed without its transaction')
  assert.ok(href.includes(await link.innerText()), href)
  const known = (await (await fetch(href)).json()) as { status: string }
  assert.equal(known.status, 'Sealed')
  return text
}
