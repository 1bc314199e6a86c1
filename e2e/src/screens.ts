// `npm run screens`: every screen as people see it, into screens/, and what must never be seen on
// one. Names after it choose some.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rootFolder } from '@kura/ops/settings'
import type { Browser, BrowserContext } from 'playwright-core'
import { settle } from './accessibility.ts'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import { findFaults, showAll } from './shots/find-faults.ts'
import { listShots } from './shots/list.ts'
import type { Shot } from './shots/shot.ts'
import { makeMembers } from './shots/members.ts'
import type { Members } from './shots/members.ts'

type Look = { width: 390 | 1280; theme: 'light' | 'dark'; language: 'ja' | 'en' }

const looks: Look[] = ([390, 1280] as const).flatMap((width) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['ja', 'en'] as const).map((language) => ({ width, theme, language })),
  ),
)
const folder = join(rootFolder, 'screens')
const nameOf = ({ width, theme, language }: Look) => `${width}-${theme}-${language}`

async function openAs(browser: Browser, app: string, members: Members, as: Shot['as'], look: Look) {
  const context = await browser.newContext({
    baseURL: app,
    viewport: { width: look.width, height: look.width === 390 ? 844 : 900 },
    isMobile: look.width === 390,
    hasTouch: look.width === 390,
    locale: look.language === 'ja' ? 'ja-JP' : 'en-GB',
    timezoneId: 'Asia/Tokyo',
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    ...(as === 'guest' ? {} : { storageState: members[as] }),
  })
  // answered, so that the question stands on its own shot only
  await context.addInitScript(() => localStorage.setItem('kura_consent', 'denied'))
  await context.addCookies([
    { name: 'kura_language', value: look.language, url: app },
    { name: 'kura_theme', value: look.theme, url: app },
  ])
  return context
}

async function takeShot(context: BrowserContext, shot: Shot, look: Look): Promise<string[]> {
  const page = await context.newPage()
  try {
    const answer = await page.goto(shot.path)
    const faults: string[] = []
    if (answer?.status() !== (shot.status ?? 200)) faults.push(`answered ${answer?.status()}`)
    await page.locator(shot.ready).first().waitFor()
    await shot.act?.(page)
    if (!shot.isView) await showAll(page)
    await settle(page)
    faults.push(...(await findFaults(page, { language: look.language, isView: shot.isView === true })))
    const path = join(folder, `${shot.name}-${nameOf(look)}.png`)
    await page.screenshot({ path, fullPage: shot.isView !== true })
    return faults
  } catch (error) {
    return [`not shot: ${(error as Error).message.split('\n')[0]}`]
  } finally {
    await page.close()
  }
}

async function shootAll(browser: Browser, app: string, members: Members, shots: Shot[]) {
  const results = new Map<string, string[]>()
  for (const look of looks) {
    for (const as of ['guest', 'collector', 'newcomer'] as const) {
      const context = await openAs(browser, app, members, as, look)
      context.setDefaultTimeout(30_000)
      for (const shot of shots.filter((each) => each.as === as)) {
        const faults = await takeShot(context, shot, look)
        results.set(`${shot.name} ${nameOf(look)}`, faults)
        for (const fault of faults) console.log(`✖ ${shot.name} ${nameOf(look)}: ${fault}`)
      }
      await context.close()
    }
  }
  return results
}

function printTable(shots: Shot[], results: Map<string, string[]>): void {
  const heads = looks.map((look) => nameOf(look).replace('light', '☼').replace('dark', '☾'))
  console.log(`\n${''.padEnd(18)}${heads.map((head) => head.padEnd(11)).join('')}`)
  for (const { name } of shots) {
    const cells = looks.map((look) => {
      const count = results.get(`${name} ${nameOf(look)}`)?.length ?? 0
      return (count === 0 ? '✔' : `✖ ${count}`).padEnd(11)
    })
    console.log(`${name.padEnd(18)}${cells.join('')}`)
  }
}

const names = process.argv.slice(2)
await mkdir(folder, { recursive: true })
console.log('Starting Kura, and making a collector and a newcomer')
const [kura, browser] = await Promise.all([startInstance({ GA_MEASUREMENT_ID: 'G-SCREENS' }), startBrowser()])
try {
  const members = await makeMembers(kura, browser)
  const shots = listShots(members).filter(({ name }) => names.length === 0 || names.includes(name))
  const results = await shootAll(browser, kura.app, members, shots)
  printTable(shots, results)
  const count = [...results.values()].flat().length
  console.log(`\n${results.size} shots in screens/, ${count === 0 ? 'no fault' : `${count} faults`}`)
  process.exitCode = count === 0 && results.size > 0 ? 0 : 1
} finally {
  await browser.close()
  await kura.stop()
}
