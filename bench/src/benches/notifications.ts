import { setTimeout as sleep } from 'node:timers/promises'
import { announce } from '@kura/server/identity/notification/notify'
import type { Sql } from '@kura/server/platform/db/connect'
import { alternate, comparedFigure, plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { cannon } from '../load/run-load.ts'
import { fillShop } from '../world/fill-shop.ts'
import { startReference } from '../world/reference.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

/**
 * One fact to very many members: how long until each has it, and what purchases lose meanwhile. The
 * worker is a process of its own, as on a site with some traffic.
 */
export async function notificationsBench(world: World): Promise<Figure[]> {
  const { url, sql } = await world.newDatabase()
  const { sessions, packIds } = await fillShop(sql, world.sizes)
  const { followers, rounds, secondsPerRun, warmUpSeconds } = world.sizes
  await sql`
    insert into members (id, email) select gen_random_uuid(), 'follower' || n || '@example.jp' from generate_series(1, ${followers}) n`
  await sql`
    insert into series_follows (member_id, series_id) select id, 'bench' from members where email like 'follower%'`
  await sql`analyze members, series_follows`
  const gateway = await startReference(world, 'gateway-stub.ts', {})
  const more = { CARD_GATEWAY_URL: gateway.url }
  const web = await startShop(world, url, { ...more, ROLE: 'web' })
  const worker = await startShop(world, url, { ...more, ROLE: 'worker' })

  const paths = packIds.map((packId) => `/api/packs/${packId}/entry-order/new-card`)
  const body = JSON.stringify({ retUrl: '/', paymentToken: 'bench-#' })
  const headers = { 'content-type': 'application/json' }
  const buy = async (seconds = secondsPerRun) =>
    (await cannon({ url: web.url, paths, sessions, method: 'POST', body, headers, seconds, connections: 8 })).perSecond
  await buy(warmUpSeconds)

  let release = 0
  const startFanOut = async (): Promise<void> => {
    release += 1
    await announce(sql, {
      event: 'work-new',
      subject: `release:${release}`,
      cause: `release:${release}`,
      facts: { name: { ja: '新作', en: 'New' }, itemId: 'bench', seriesId: 'bench' },
      audience: 'series-followers',
      audienceId: 'bench',
    })
    while ((await reached(sql, release)) === 0) await sleep(50)
  }
  const endOf = async (): Promise<void> => {
    while (await isRunning(sql)) await sleep(50)
  }
  const compared = await alternate(
    rounds,
    async () => {
      await startFanOut()
      const perSecond = await buy()
      if (!(await isRunning(sql))) throw new Error('the fan-out ended before the purchases: raise `followers`')
      // the rest need not be waited for
      await sql`update notification_fan_outs set ended_at = kura_now() where ended_at is null`
      return perSecond
    },
    () => buy(),
  )
  await startFanOut()
  const before = await reached(sql, release)
  const begun = performance.now()
  await endOf()
  const seconds = (performance.now() - begun) / 1000
  const perSecond = (followers - before) / seconds
  await Promise.all([web, worker, gateway].map((server) => server.stop()))
  const line = {
    name: 'purchases while a release goes to its followers',
    unit: 'purchases/s',
    reference: 'the same without',
  }
  return [
    comparedFigure({ ...line, goal: { atLeast: 0.9 } }, compared),
    plainFigure({ name: 'followers told of a release', unit: 'members/s' }, [perSecond]),
    plainFigure({ name: `a release to ${followers} followers`, unit: 's' }, [followers / perSecond]),
  ]
}

async function reached(sql: Sql, release: number): Promise<number> {
  const [row] = await sql<{ reached: number }[]>`
    select reached from notification_fan_outs where cause = ${`release:${release}`}`
  return row?.reached ?? 0
}

async function isRunning(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 from notification_fan_outs where ended_at is null`
  return rows.length > 0
}
