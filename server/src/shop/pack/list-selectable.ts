import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { RawJson } from '../../platform/http/on.ts'
import { rawList } from '../../platform/http/paging.ts'
import { showSelectables } from './selectable-queries.ts'

/** What can be chosen for a selectable pack, with what is left of each item. Fails with NOT_FOUND for any other pack. */
export async function listSelectable(
  { sql }: Pick<Deps, 'sql'>,
  { params }: { params: { packId: string } },
): Promise<RawJson> {
  const [found] = await showSelectables(sql, params.packId)
  ensure(found, 'NOT_FOUND')
  return rawList({ ...found, last: null })
}
