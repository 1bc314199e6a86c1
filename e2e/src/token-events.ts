import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordOf } from './expected-words.ts'
import type { Words } from './expected-words.ts'
import { until } from './until.ts'

/**
 * A token's history begins with an event of this kind, by a transaction that the network knows; it
 * is shown as soon as the chain was read. Returns its description.
 */
export async function checkNewestEvent(page: Page, words: Words, tokenId: string, kind: string): Promise<string> {
  const newest = page.locator('section[aria-labelledby=history-title] li').first()
  const word = wordOf(words, `market.event.${kind}`)
  let text = ''
  // the page itself reads it again only now and then
  const isShown = async (): Promise<boolean> => {
    await page.goto(`/tokens/${tokenId}`)
    text = await newest.innerText()
    return text.startsWith(word)
  }
  await until(`the newest event is ${kind}`, isShown, { withinMs: 30_000, everyMs: 1000 }).catch((error: unknown) =>
    assert.fail(`${String(error)}; shown last: ${text || 'nothing'}`),
  )
  const link = newest.locator('a[target=_blank]').last()
  const href = (await link.getAttribute('href')) ?? assert.fail('an event without its transaction')
  assert.ok(href.includes(await link.innerText()), href)
  const known = (await (await fetch(href)).json()) as { status: string }
  assert.equal(known.status, 'Sealed')
  return text
}
