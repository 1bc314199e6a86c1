import { useRef, useEffect } from 'react'
import type { ListingView } from '@kura/contract/market/listing'
import type { ErrorCode } from '@kura/contract/errors'
import { useServerNow, useAtEdges } from '../../platform/clock.ts'
import { useIsHydrated, useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'

/** How often it is asked whether something is offered again. */
const againMs = 10_000

/** What is offered of a token to this visitor; `bar` says why they cannot buy it now. */
export type Listed =
  | { status: 'waiting' }
  | { status: 'failed'; code: ErrorCode; retry: () => void }
  | { status: 'known'; listing: ListingView | undefined; bar: OfferBar | undefined }

/**
 * Reads an offer, and reads it again only when its time has come or when somebody says that it changed: a price that was shown does
 * not become another one unsaid. While nothing is offered it is looked for: who is paying now may not complete it.
 */
export function useListing(tokenRefId: string): Listed {
  const isHydrated = useIsHydrated()
  const userId = useSession()?.userId
  const { data, error, mutate } = useCall('showListing', isHydrated ? { params: { tokenRefId } } : null, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
  // gone until an answer says otherwise: a question that fails after the refusal says nothing, and what was shown before is kept with it
  const wasGone = useRef(false)
  if (error === undefined) wasGone.current = false
  else if (error.status === 404) wasGone.current = true
  const isGone = wasGone.current
  const listing = isGone ? undefined : data
  useAtEdges([listing?.buyableFrom ?? null, listing?.expiresAt ?? null], () => void mutate())
  // the cache asks no more by itself after a refusal
  useWhile(isGone, againMs, () => void mutate())
  const now = useServerNow(undefined, 1000)
  if (isGone) return { status: 'known', listing: undefined, bar: 'gone' }
  if (listing && now !== undefined) return { status: 'known', listing, bar: barOf(listing, userId, now) }
  if (error && !listing) return { status: 'failed', code: error.body.errorCode, retry: () => void mutate() }
  return { status: 'waiting' }
}

/** Why a visitor cannot buy what is or was offered: nothing is, it is their own, or its time has not come. */
export type OfferBar = 'gone' | 'own' | 'not-yet'

type Offered = Pick<ListingView, 'sellerUserId' | 'buyableFrom' | 'expiresAt'>

/** Says what stands between a visitor and an offer, by the server's time; undefined when nothing does. The server decides the same by itself. */
export function barOf(offered: Offered | undefined, userId: string | undefined, nowMs: number): OfferBar | undefined {
  if (!offered || Date.parse(offered.expiresAt) <= nowMs) return 'gone'
  if (offered.sellerUserId === userId) return 'own'
  return offered.buyableFrom !== null && Date.parse(offered.buyableFrom) > nowMs ? 'not-yet' : undefined
}

/** Calls `act` every `everyMs` as long as `isOn` and the page is visible, and at once when it comes to the front again. */
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
