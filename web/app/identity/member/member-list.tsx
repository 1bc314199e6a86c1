import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { SWRResponse } from 'swr'
import type { Result } from '@kura/contract/result'
import type { CallError } from '../../platform/make-call.ts'
import { More } from '../../ui/more-list.tsx'
import type { ListPage } from '../../platform/use-live-list.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useMemberPages } from './use-member-pages.ts'

type ListProps<T> = {
  /** Identifies the list among the member's lists. */
  name: string
  /** Its first page, live. */
  list: SWRResponse<ListPage<T>, CallError>
  loadNext: (cursor: string) => Promise<Result<ListPage<T>>>
  /** How often the list is polled while an item in it is pending. */
  refreshMs?: (items: T[]) => number
  /** Shown when the list is empty. */
  empty: ReactNode
  skeleton?: ReactNode
  children: (items: T[]) => ReactNode
}

/** A list of the member's own: loading, failed, empty, or its items with a button for more. */
export function MemberList<T>({ list, empty, skeleton, ...rest }: ListProps<T>) {
  const { data, error, mutate } = list
  if (data) return data.items.length === 0 ? empty : <Items {...rest} first={data} />
  if (error) return <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
  return (
    skeleton ?? (
      <div className="grid gap-3" aria-hidden="true">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    )
  )
}

const never = (): number => 0

type ItemsProps<T> = Pick<ListProps<T>, 'name' | 'loadNext' | 'refreshMs' | 'children'> & { first: ListPage<T> }

function Items<T>({ name, first, loadNext, refreshMs = never, children }: ItemsProps<T>) {
  const { pathname, search } = useLocation()
  const pages = useMemberPages({ name, first, loadNext, refreshMs })
  return (
    <div>
      {children(pages.items)}
      <More
        shown={pages.items.length}
        total={pages.total}
        isLoading={pages.isLoading}
        failure={pages.failure}
        onMore={() => pages.loadMore()}
        nextHref={pages.hasMore ? pathname + search : undefined}
      />
    </div>
  )
}
