import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const mostChecks = 4
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** Waits until nothing fades or slides any more: a colour half-way is nobody's choice. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
}

/**
 * Every violation of WCAG 2.2 A and AA that axe finds on the page, one line each. Each violation is
 * checked again a moment later: a message that was fading in is not a barrier, one that remains is.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    await settle(page)
    const found = await runAxe(page)
    if (found.length === 0 || tries === mostChecks) return found
    await page.waitForTimeout(500)
  }
}

async function runAxe(page: Page): Promise<string[]> {
  // Handed to the page by the debugger, where no content security policy applies.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    (tags) =>
      (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
        // frames are of others: asking each of them takes half a second
        iframes: false,
      }),
    rules,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.replaceAll('\n', ' ')}`),
  )
}
