import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { until } from './until.ts'

/** What the words for failures say in one language, by their keys. */
export type Words = ReadonlyMap<string, string>

/** The words of failures, or of the outcome of something, as the gallery shows them in the language of the page. */
export async function readWords(page: Page, list: 'failures' | 'outcomes' = 'failures'): Promise<Words> {
  await page.goto('/console/gallery')
  const lines = page.locator(`[data-${list}] li`)
  await lines.first().waitFor()
  const pairs = await lines.evaluateAll((all) =>
    all.map((line) => [(line as HTMLElement).dataset['word'] ?? '', (line as HTMLElement).innerText.trim()] as const),
  )
  return new Map(pairs)
}

/** The words of a key, which must be there. */
export const wordOf = (words: Words, key: string): string =>
  words.get(key) ?? assert.fail(`the gallery does not show ${key}`)

/** Passes when exactly the words of the key are shown there, once and by nothing else; `withinMs` for what has to come about first. */
export async function assertSays(
  words: Words,
  shown: Locator,
  key: string,
  what: string,
  withinMs = 30_000,
): Promise<void> {
  const expected = wordOf(words, key)
  let texts: string[] = []
  const isThere = async () => {
    texts = (await shown.filter({ visible: true }).allInnerTexts()).map((text) => text.trim())
    return texts.length === 1 && texts[0] === expected
  }
  // what was shown before may still stand for a moment
  await until(what, isThere, { withinMs }).catch(() => assert.deepEqual(texts, [expected], what))
}
