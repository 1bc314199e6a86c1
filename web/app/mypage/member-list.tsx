import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { SWRResponse } from 'swr'
import type { Result } from '@kura/contract/result'
import { useSession } from '../session/use-session.ts'
import type { CallError } from '../call-error.ts'
import { More, useMore } from '../ui/more-list.tsx'
import type { ListPage } from '../ui/more-list.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'

type ListProps<T> = {
  /** Names the list among those of the member. */
  name: string
  /** Its first page, live. */
  list: SWRResponse<ListPage<T>, CallError>
  loadNext: (cursor: string) => Promise<Result<ListPage<T>>>
  /** What is shown when there is nothing. */
  empty: ReactNode
  skeleton?: ReactNode
  children: (items: T[]) => ReactNode
}

/** A list of the member's own things: waiting, failed, empty, or its items with the way to more. */
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

type ItemsProps<T> = Pick<ListProps<T>, 'name' | 'loadNext' | 'children'> & { first: ListPage<T> }

function Items<T>({ name, first, loadNext, children }: ItemsProps<T>) {
  const { pathname } = useLocation()
  const userId = useSession()?.userId ?? ''
  const more = useMore(`${name} ${userId}`, first, loadNext)
  return (
    <div>
      {children(more.items)}
      <More
        shown={more.items.length}
        total={more.total}
        isLoading={more.isLoading}
        failure={more.failure}
        onMore={() => void more.loadMore()}
        nextHref={more.cursor === undefined ? undefined : pathname}
      />
    </div>
  )
}
