import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { until } from './until.ts'

/** What the words for failures say in one language, by their keys. */
export type Words = ReadonlyMap<string, string>

/** The words as the gallery shows them, in the language of the page. */
export async function readWords(page: Page): Promise<Words> {
  await page.goto('/console/gallery')
  const lines = page.locator('[data-failures] li')
  await lines.first().waitFor()
  const pairs = await lines.evaluateAll((all) =>
    all.map((line) => [(line as HTMLElement).dataset['word'] ?? '', (line as HTMLElement).innerText.trim()] as const),
  )
  return new Map(pairs)
}

/** Passes when exactly the words of the key are shown there, at once or shortly. */
export async function assertSays(words: Words, shown: Locator, key: string, what: string): Promise<void> {
  const expected = words.get(key) ?? assert.fail(`the gallery does not show ${key}`)
  await shown.waitFor()
  let text = ''
  const isThere = async () => {
    text = (await shown.innerText()).trim()
    return text === expected
  }
  // what was shown before may still stand for a moment
  await until(what, isThere, { withinMs: 5000 }).catch(() => assert.equal(text, expected, what))
}
