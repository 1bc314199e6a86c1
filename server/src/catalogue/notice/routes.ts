import * as contract from '@kura/contract/catalogue/notice'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { rawList } from '../../platform/http/paging.ts'
import * as notices from './queries.ts'

/** Banners, announcements and the shop's clock. */
export const noticeRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listBanners, async () => {
    const [found] = await notices.listBanners(sql)
    return rawList({ items: found?.banners ?? '[]', last: null })
  }),
  on(contract.listAnnouncements, async () => {
    const [found] = await notices.listAnnouncements(sql)
    return rawList({ items: found?.announcements ?? '[]', last: null })
  }),
  on(contract.currentTimestamp, async () => {
    const [found] = await notices.readTime(sql)
    return { currentTimestamp: found?.now ?? Date.now() }
  }),
]
