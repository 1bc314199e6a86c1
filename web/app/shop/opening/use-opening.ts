import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ErrorCode } from '@kura/contract/errors'
import type { OpeningView } from '@kura/contract/shop/opening'
import type { OrderView } from '@kura/contract/checkout/order'
import { call } from '../../platform/api.ts'
import { outcomeOf, pollMs } from '../../checkout/order/order-outcome.ts'
import { watchedOrders } from '../../checkout/order/watched-orders.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { isAbout, useCall } from '../../platform/swr.ts'
import { openingStage, tearMs, withoutPack } from './opening-stage.ts'
import type { OpeningStage } from './opening-stage.ts'

export type Opening = {
  stage: OpeningStage
  order: OrderView | undefined
  opening: OpeningView | null | undefined
  cardsPerPack: number | undefined
  failure: ErrorCode | undefined
  isSkipped: boolean
  open: () => Promise<void>
  /** Skips to the end; a closed pack is opened, and before the seal the skip is remembered. */
  skip: () => void
  retry: () => void
}

/**
 * One pack from the tap to its cards: what the server knows of it, live, and how far the show has
 * come.
 */
export function useOpening(unopenedPackId: string): Opening {
  const { orderId, cardsPerPack, isMissing } = useOrderOfPack(unopenedPackId)
  const { data, error, mutate } = useCall(
    'showTransaction',
    orderId === undefined ? null : { params: { type: 'pack', transactionId: orderId } },
    { refreshInterval: (latest) => (latest?.opening ? pollMs(outcomeOf(latest.order, latest.opening)) : 0) },
  )
  const { mutate: mutateKept } = useSWRConfig()
  const [isTorn, setIsTorn] = useState(false)
  const [isTearOver, setIsTearOver] = useState(false)
  const [isSkipped, setIsSkipped] = useState(false)
  const [failure, setFailure] = useState<ErrorCode>()
  const wasUnsealed = useRef(false)
  const idempotencyKey = useRef<string>(undefined)
  const { order, opening } = data ?? {}
  // the show is for members who saw the pack before its seal; those who come back later see the
  // cards
  if (data && opening?.state !== 'sealed') wasUnsealed.current = true

  useEffect(() => {
    if (!isTorn) return undefined
    const timer = setTimeout(() => setIsTearOver(true), tearMs)
    return () => clearTimeout(timer)
  }, [isTorn])

  const open = async (): Promise<void> => {
    if (isTorn || orderId === undefined) return
    setFailure(undefined)
    setIsTorn(true)
    idempotencyKey.current ??= crypto.randomUUID()
    const result = await call('mintTokens', { body: { unopenedPackId } }, { idempotencyKey: idempotencyKey.current })
    if (!result.ok && result.body.errorCode !== 'PACK_ALREADY_OPENED') {
      setIsTorn(false)
      setIsTearOver(false)
      setIsSkipped(false)
      setFailure(result.body.errorCode)
      return
    }
    // cached lists of unopened packs still contain it, and would be shown first
    void mutateKept(isAbout(['listUnopenedPacks']), withoutPack(unopenedPackId))
    await mutate()
  }
  const known = {
    hasOrder: order !== undefined,
    opening: opening?.state,
    isMissing: isMissing || error?.status === 404,
  }
  const show = { isTorn, isTearOver, isSkipped, wasUnsealed: wasUnsealed.current }
  const stage = openingStage({ ...known, hasFailed: error !== undefined && data === undefined }, show)
  useQuietDelivery(orderId, stage)
  return {
    stage,
    order,
    opening,
    cardsPerPack,
    failure: failure ?? error?.body.errorCode,
    isSkipped,
    open,
    skip: () => {
      setIsSkipped(true)
      if (stage === 'closed') void open()
    },
    retry: () => void mutate(),
  }
}

/**
 * The toast of the delivery shows a piece: it waits until the member has seen the cards here, or
 * has left.
 */
function useQuietDelivery(orderId: string | undefined, stage: OpeningStage): void {
  const isUnderWay = stage === 'tearing' || stage === 'minting' || stage === 'reveal'
  useEffect(() => {
    if (orderId === undefined || !isUnderWay) return undefined
    watchedOrders.forget(orderId)
    return () => watchedOrders.watch(orderId)
  }, [orderId, isUnderWay])
}

export const openingSearch = declareSearch({ orderId: 'browser' })

/** The order of a pack: from the address, or looked up among the packs that are still closed. */
function useOrderOfPack(unopenedPackId: string): {
  orderId?: string | undefined
  cardsPerPack?: number | undefined
  isMissing: boolean
} {
  const asked = useSearch(openingSearch).get('orderId') ?? undefined
  const packs = useCall('listUnopenedPacks', { query: { limit: 100 } })
  const pack = packs.data?.items.find((each) => each.unopenedPackId === unopenedPackId)
  // the pack leaves the list when it is opened: what was known of it stays
  const known = useRef(pack)
  known.current = pack ?? known.current
  const orderId = asked ?? known.current?.orderId
  return {
    orderId,
    cardsPerPack: known.current?.cardsPerPack,
    isMissing: orderId === undefined && packs.data !== undefined,
  }
}
