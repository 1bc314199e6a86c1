import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { until } from './until.ts'

/** What the words for failures say in one language, by their keys. */
export type Words = ReadonlyMap<string, string>

/**
 * The words of failures, or of the outcome of something, as the gallery shows them in the language
 * of the page.
 */
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

/**
 * Passes when exactly the words of the key are shown there, once and by nothing else; `withinMs`
 * for what has to come about first.
 */
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
  await until(what, isThere, { withinMs, everyMs: 25 }).catch(() => assert.deepEqual(texts, [expected], what))
}

/**
 * The codes to refuse a call with: all of them in Japanese; in English one for each place and
 * choice of words, as `sortOf` names them. Where a code is shown does not depend on the language,
 * and `words.test.ts` of the pages finds words for every code in both.
 */
export const codesToTry = <C extends string>(language: string, codes: readonly C[], sortOf: (code: C) => string): C[] =>
  codes.filter(
    (code, index) => language === 'ja' || codes.findIndex((other) => sortOf(other) === sortOf(code)) === index,
  )
