import { useState } from 'react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { ListPage } from '../platform/use-live-list.ts'
import { useWork } from '../platform/use-work.ts'
import { useWords } from '../words/use-words.ts'
import { FieldError } from './field.tsx'

/**
 * Pages loaded after the first, by list; they outlive the screen, so that going back finds the list
 * as long as it was.
 */
const loadedPages = new Map<string, ListPage<unknown>[]>()
const listsKept = 20

/**
 * A list that continues by its cursor. `listKey` names the list (its address); `first` comes with
 * the page. Without JavaScript the link to the next page works on its own.
 */
export function useMore<T>(
  listKey: string,
  first: ListPage<T>,
  loadNext: (cursor: string) => Promise<Result<ListPage<T>>>,
) {
  const [state, setState] = useState({ listKey, pages: keptPages<T>(listKey, first) })
  const { isBusy: isLoading, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  // another list on the same screen: the loaded pages belong to the previous one
  if (state.listKey !== listKey) setState({ listKey, pages: keptPages<T>(listKey, first) })
  const pages = state.listKey === listKey ? state.pages : []
  const all = [first, ...pages]
  const cursor = all.at(-1)?.cursor

  const loadMore = async (): Promise<void> => {
    if (cursor === undefined) return
    setFailure(undefined)
    const result = await work(() => loadNext(cursor))
    if (!result) return
    if (!result.ok) {
      setFailure(result.body.errorCode)
      return
    }
    const next = [...pages, result.data]
    keep(listKey, next)
    setState({ listKey, pages: next })
  }
  return { items: all.flatMap(({ items }) => items), total: first.total, cursor, isLoading, failure, loadMore }
}

function keptPages<T>(listKey: string, first: ListPage<T>): ListPage<T>[] {
  // without a cursor the list is now shorter than the kept pages
  return first.cursor === undefined ? [] : ((loadedPages.get(listKey) as ListPage<T>[] | undefined) ?? [])
}

function keep(listKey: string, pages: ListPage<unknown>[]): void {
  loadedPages.delete(listKey)
  loadedPages.set(listKey, pages)
  const [oldest] = loadedPages.keys()
  if (loadedPages.size > listsKept && oldest !== undefined) loadedPages.delete(oldest)
}

type MoreProps = {
  shown: number
  total: number | undefined
  isLoading: boolean
  failure: ErrorCode | undefined
  onMore: () => void
  /** Address of the next page; undefined at the end. */
  nextHref: string | undefined
}

/** The end of a list: how many are shown, where it is known of how many, and the way to more. */
export function More({ shown, total, isLoading, failure, onMore, nextHref }: MoreProps) {
  const { t } = useWords()
  const handleClick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onMore()
  }
  return (
    <div className="grid justify-items-center gap-3 pt-8">
      <p role="status" className="tabular text-14 text-sub-text">
        {total === undefined
          ? t('list.shown-so-far', { shown })
          : t('list.shown', { shown, total: Math.max(total, shown) })}
      </p>
      <FieldError error={failure && t(`error.${failure}`)} />
      {nextHref !== undefined && (
        <Link
          to={nextHref}
          onClick={handleClick}
          aria-busy={isLoading || undefined}
          className="inline-flex min-h-13 min-w-60 items-center justify-center gap-2 rounded-field border border-line-strong bg-surface px-6 text-16 font-semibold text-ink transition-colors hover:bg-ground"
        >
          {t(isLoading ? 'list.loading' : 'list.more')}
        </Link>
      )}
    </div>
  )
}
