import type { ListPage } from '../../platform/use-live-list.ts'

/**
 * The pages of a list whose first one is known by itself, and sooner. Where it still ends as it did, the further ones go on from it. Where
 * it does not, what was known stays until they have been asked for from there; if that fails, only the first one is certain.
 */
export function joinPages<T>(first: ListPage<T>, known: readonly ListPage<T>[], isFailed: boolean): ListPage<T>[] {
  const [before, ...further] = known
  if (further.length === 0) return [first]
  if (before?.cursor === first.cursor) return [first, ...further]
  return isFailed ? [first] : [...known]
}
