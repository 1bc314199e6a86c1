import { useRef, useEffect } from 'react'
import type { ListingView } from '@kura/contract/market/listing'
import type { ErrorCode } from '@kura/contract/errors'
import { useServerNow, useAtEdges } from '../../platform/clock.ts'
import { useIsHydrated, useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'

/** How often we check whether a token is listed again. */
const againMs = 10_000

/** The listing of a token for this visitor; `bar` is why they cannot buy it now. */
export type Listed =
  | { status: 'waiting' }
  | { status: 'failed'; code: ErrorCode; retry: () => void }
  | { status: 'known'; listing: ListingView | undefined; bar: ListingBar | undefined }

/**
 * Reads a listing, and reads it again only when it becomes buyable or on request: a price on the
 * screen must not change silently. Without a listing it polls: a buyer who is paying now may not
 * complete it.
 */
export function useListing(tokenRefId: string): Listed {
  const isHydrated = useIsHydrated()
  const userId = useSession()?.userId
  const { data, error, mutate } = useCall('showListing', isHydrated ? { params: { tokenRefId } } : null, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
  // gone until a response says otherwise: a failed request after the refusal says nothing, and the
  // cache still holds the old data
  const wasGone = useRef(false)
  if (error === undefined) wasGone.current = false
  else if (error.status === 404) wasGone.current = true
  const isGone = wasGone.current
  const listing = isGone ? undefined : data
  useAtEdges([listing?.buyableFrom ?? null, listing?.expiresAt ?? null], () => void mutate())
  // the cache stops polling after a refusal
  useWhile(isGone, againMs, () => void mutate())
  const now = useServerNow(undefined, 1000)
  if (isGone) return { status: 'known', listing: undefined, bar: 'gone' }
  if (listing && now !== undefined) return { status: 'known', listing, bar: barOf(listing, userId, now) }
  if (error && !listing) return { status: 'failed', code: error.body.errorCode, retry: () => void mutate() }
  return { status: 'waiting' }
}

/** Why a visitor cannot buy: nothing is listed, it is their own, or it is not for sale yet. */
export type ListingBar = 'gone' | 'own' | 'not-yet'

type Times = Pick<ListingView, 'sellerUserId' | 'buyableFrom' | 'expiresAt'>

/**
 * What keeps a visitor from buying a listing, by the server's time; undefined when nothing does.
 * The server decides on its own.
 */
export function barOf(listed: Times | undefined, userId: string | undefined, nowMs: number): ListingBar | undefined {
  if (!listed || Date.parse(listed.expiresAt) <= nowMs) return 'gone'
  if (listed.sellerUserId === userId) return 'own'
  return listed.buyableFrom !== null && Date.parse(listed.buyableFrom) > nowMs ? 'not-yet' : undefined
}

/**
 * Calls `act` every `everyMs` while `isOn` and the page is visible, and at once when the page
 * becomes visible again.
 */
function useWhile(isOn: boolean, everyMs: number, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!isOn) return undefined
    const actIfSeen = (): void => {
      if (document.visibilityState === 'visible') latest.current()
    }
    const timer = setInterval(actIfSeen, everyMs)
    document.addEventListener('visibilitychange', actIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', actIfSeen)
    }
  }, [isOn, everyMs])
}
