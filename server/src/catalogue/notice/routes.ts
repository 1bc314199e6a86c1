import * as contract from '@kura/contract/catalogue/notice'
import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { rawList } from '../../platform/http/paging.ts'
import { listPlanned } from '../../platform/maintenance/queries.ts'
import * as notices from './queries.ts'

/** Banners, announcements, events, planned maintenance, products of other sites and the shop's clock. */
export const noticeRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listBanners, async () => {
    const [found] = await notices.listBanners(sql)
    return rawList({ items: found?.banners ?? '[]', last: null })
  }),
  on(contract.listAnnouncements, async () => {
    const [found] = await notices.listAnnouncements(sql)
    return rawList({ items: found?.announcements ?? '[]', last: null })
  }),
  on(contract.listExternalProducts, () => productsOf(sql, false)),
  on(contract.listPickedProducts, () => productsOf(sql, true)),
  on(contract.listEvents, async () => {
    const [found] = await notices.listEvents(sql)
    return rawList({ items: found?.events ?? '[]', last: null })
  }),
  on(contract.showEvent, async ({ params: { eventId } }) => {
    const [found] = await notices.findEvent(sql, eventId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.event }
  }),
  on(contract.listMaintenance, async () => {
    const [found] = await listPlanned(sql)
    return rawList({ items: found?.maintenances ?? '[]', last: null })
  }),
  on(contract.currentTimestamp, async () => {
    const [found] = await notices.readTime(sql)
    return { currentTimestamp: found?.now ?? Date.now() }
  }),
]

async function productsOf(sql: Deps['sql'], isPicked: boolean) {
  const [found] = await notices.listExternalProducts(sql, { isPicked })
  return rawList({ items: found?.products ?? '[]', last: null })
}
