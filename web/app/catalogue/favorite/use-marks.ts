import { useCallback } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import { useCall } from '../../platform/swr.ts'

type Mark = ApiOutput<'listOwnMarks'>['items'][number]
type MarkKind = Mark['kind']

const isOf = (mark: Mark['mark'], kind: MarkKind, id: string) => (each: Mark) =>
  each.mark === mark && each.kind === kind && each.id === id

/** The member's favourites and followed series, read once for a whole page; empty for guests. */
export function useMarks() {
  const { data, mutate } = useCall('listOwnMarks', {}, { revalidateOnFocus: false, dedupingInterval: 30_000 })
  const find = (mark: Mark['mark'], kind: MarkKind, id: string): Mark | undefined =>
    data?.items.find(isOf(mark, kind, id))
  /** Shows a change at once; `undefined` takes the mark away. */
  const show = useCallback(
    (mark: Mark['mark'], kind: MarkKind, id: string, next: Mark | undefined): void => {
      void mutate(
        (now) => {
          const others = (now?.items ?? []).filter((each) => !isOf(mark, kind, id)(each))
          return { items: next ? [...others, next] : others }
        },
        { revalidate: false },
      )
    },
    [mutate],
  )
  return { isKnown: data !== undefined, find, show }
}
