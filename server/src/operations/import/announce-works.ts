import { announce } from '../../identity/notification/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Catalogue } from './catalogue.ts'
import type { Shop } from './check-changes.ts'

/**
 * Tells followers of a series of the works that an import adds: one message for all of them, however
 * many.
 */
export async function announceWorks(db: Db, { items }: Pick<Catalogue, 'items'>, shop: Pick<Shop, 'itemRows'>) {
  const added = items.filter(({ id }) => !shop.itemRows.has(id))
  const groups = Map.groupBy(added, ({ seriesId }) => seriesId)
  for (const [first, ...others] of groups.values()) {
    if (!first) continue
    const { id, seriesId, name } = first
    const more = others.length > 0 ? String(others.length) : ''
    await announce(db, {
      event: 'work-new',
      subject: `works:${seriesId}`,
      cause: `work-new:${id}`,
      facts: { name, itemId: id, seriesId, more },
      audience: 'series-followers',
      audienceId: seriesId,
    })
  }
}
