import type { BrowserContext, Page } from 'playwright-core'
import { until } from './until.ts'

/**
 * A new tab whose `goto` also waits until the page answers to a press: a page comes finished from the server, and on a busy
 * machine somebody as quick as a test presses before the scripts are there. Without scripts it waits for nothing.
 */
export async function openLivePage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const goto = page.goto.bind(page)
  page.goto = async (...words) => {
    const answer = await goto(...words)
    // one that never lives is for the journey to find out
    await until('a page that lives', () => isLive(page).catch(() => false), { withinMs: 10_000, everyMs: 20 }).catch(
      () => {},
    )
    return answer
  }
  return page
}

const isLive = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const part = document.querySelector('main button, main input')
    return part === null || Object.keys(part).some((key) => key.startsWith('__react'))
  })
