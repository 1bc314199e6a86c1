import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { until } from './until.ts'

// further than any machine needs to say so: the clock of a page cannot go back
const leapMs = 30_000

/**
 * Stops the timers of a page whose clock was installed, so that what it shows for a moment only
 * stays until `page.clock.resume()`. What was to come in the next half minute comes at once.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + leapMs)
}

/**
 * Lets a stopped clock go on by steps until this is shown, and stops it there. Shorter steps than
 * anything is shown for.
 */
export async function stepUntilShown(page: Page, shown: Locator, stepMs = 400): Promise<void> {
  await until(`${shown} while the clock goes on`, async () => {
    if (await shown.isVisible()) return true
    await page.clock.runFor(stepMs)
    return false
  })
}

/**
 * Does what itself needs timers while the clock of the page is stopped: it continues by single
 * milliseconds meanwhile.
 */
export async function inSlowTime<T>(page: Page, act: () => Promise<T>): Promise<T> {
  let isOver = false
  const goOn = async () => {
    while (!isOver) {
      await page.clock.runFor(1)
      await sleep(50)
    }
  }
  const [result] = await Promise.all([act().finally(() => (isOver = true)), goOn()])
  return result
}

/**
 * Resolves when the page has done what it had put off until now, its drawing again among it. No
 * clock has a part in it.
 */
export const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve())
        port1.start()
        port2.postMessage('')
      }),
  )
