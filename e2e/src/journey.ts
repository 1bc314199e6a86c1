import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootFolder } from '@kura/ops/settings'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { findBarriers } from './accessibility.ts'
import type { Kura } from './instance.ts'
import { openLivePage } from './live-page.ts'
import { watchPages } from './page-watch.ts'
import type { PageWatch } from './page-watch.ts'

export type Visitor = {
  kura: Kura
  context: BrowserContext
  page: Page
  email: string
  watch: PageWatch
  /** What was found on the screens that were checked, since the test began. */
  barriers: string[]
  /** Notes a screen that is shown now, and every barrier on it. */
  look: (screen: string) => Promise<void>
  /** A new tab, the old one closed. */
  reopen: () => Promise<void>
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }

/** For screens whose motion a test steps through. */
export const withMotion: BrowserContextOptions = { reducedMotion: 'no-preference' }

export type World = { kura: () => Kura; browser: () => Browser }
type Guest = World & { email: string; device: BrowserContextOptions }

/** The most a journey may take: far more than it does, and less than what ends the whole file. */
export const journeyTime = { timeout: 240_000 }

/**
 * The body of a test: one visitor's way through the shop in a browser of their own. It fails by
 * itself on any error in a page, anything the content security policy refused, any failed request
 * and any barrier on a screen that was checked.
 */
export const journey = (guest: Guest, walk: (visitor: Visitor) => Promise<void>) => async (): Promise<void> => {
  const visitor = await arrive(guest)
  try {
    await walkJudged([visitor], () => walk(visitor))
  } finally {
    await leave(visitor.context)
  }
}

/**
 * The body of a test for visitors who stay for the next one. It fails as a journey does, by what
 * happened in this test alone.
 */
export const journeyOf = (visitors: () => Visitor[], walk: () => Promise<void>) => (): Promise<void> =>
  walkJudged(visitors(), walk)

async function walkJudged(visitors: Visitor[], walk: () => Promise<void>): Promise<void> {
  for (const { barriers, watch } of visitors) {
    barriers.length = 0
    watch.begin()
  }
  try {
    await walk()
    for (const { email, barriers, watch } of visitors) {
      assert.deepEqual(barriers, [], `barriers for people with disabilities, ${email}`)
      assert.deepEqual(watch.complaints(), [], `what went wrong in the pages, ${email}`)
    }
  } catch (error) {
    for (const each of visitors) await keepTraces(each)
    throw error
  }
}

/**
 * Closes a browser context. An answer that a test was about to give then has nobody to go to, which
 * is no failure.
 */
export async function leave(context: BrowserContext): Promise<void> {
  for (const each of [context, ...context.pages()]) await each.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

/**
 * A browser of one's own, reading Japanese. It asks for less motion, because drawing each frame of a
 * waiting sign costs a test machine a tenth of its time; a device can say `withMotion`.
 */
export async function arrive({ kura, browser, email, device }: Guest): Promise<Visitor> {
  const context = await browser().newContext({
    reducedMotion: 'reduce',
    ...device,
    baseURL: kura().app,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
  })
  context.setDefaultTimeout(30_000)
  const watch = await watchPages(context)
  const barriers: string[] = []
  const visitor: Visitor = {
    kura: kura(),
    context,
    page: await openLivePage(context),
    email,
    watch,
    barriers,
    look: async (screen) => {
      for (const line of await findBarriers(visitor.page)) barriers.push(`${screen}: ${line}`)
    },
    reopen: async () => {
      const next = await openLivePage(context)
      await visitor.page.close()
      visitor.page = next
    },
  }
  return visitor
}

/** Keeps what is needed to understand a failure, where the next run finds a clean place again. */
async function keepTraces({ page, kura, watch, email }: Visitor): Promise<void> {
  const folder = join(rootFolder, 'screens', 'failed', email.split('@')[0] ?? '')
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, 'page.png') }).catch(() => {})
  const html = await page.content().catch(() => '')
  await writeFile(join(folder, 'page.html'), html)
  await writeFile(join(folder, 'logs.txt'), [page.url(), ...watch.complaints(), await kura.logs()].join('\n'))
  console.log(`page, screenshot and logs of the failure: ${folder}`)
}
