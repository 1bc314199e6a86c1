import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { until } from './until.ts'

/** Waits until exactly so many elements are there; fails telling how many there were. */
export async function waitForCount(elements: Locator, count: number): Promise<void> {
  let found = -1
  const isThere = async () => (found = await elements.count()) === count
  await until(`${count} of ${elements}`, isThere, { withinMs: 30_000 }).catch((error: unknown) => {
    if (found === -1) throw error
    assert.equal(found, count, String(elements))
  })
}
