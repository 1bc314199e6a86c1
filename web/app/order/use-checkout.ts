import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ErrorBody } from '@kura/contract/errors'
import { call } from '../api.ts'
import { links } from '../links.ts'
import { withTerms } from '../member/terms-request.ts'
import { useSite } from '../use-site.ts'
import { noCard, toGatewayCard } from './card-fields.ts'
import type { CardField, CardFields } from './card-fields.ts'
import { loadCardScript, takeCardToken } from './card-script.ts'
import { forgetOldChallenges, keepChallenge } from './challenge-store.ts'
import { watchOrder } from './watched-orders.ts'
import { makePlaceOrder } from './place-order.ts'

export type CheckoutFailure = { kind: 'refused'; body: ErrorBody } | { kind: 'unknown' } | { kind: 'gateway-away' }

/** The checkout of one pack: the card in memory, and the one order it can become. */
export function useCheckout(packId: string, onCardRefused: () => void) {
  const site = useSite()
  const navigate = useNavigate()
  const [card, setCard] = useState<CardFields>(noCard)
  const [refused, setRefused] = useState<CardField>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<CheckoutFailure>()
  const latest = useRef(card)
  latest.current = card

  useEffect(() => {
    forgetOldChallenges()
    // there when it is needed; a failure is told when the order is placed
    void loadCardScript(site.card).catch(() => undefined)
  }, [site.card])
  useEffect(() => {
    // back from the card's bank by the browser's button: the page is as it was left
    const wake = (event: PageTransitionEvent): void => {
      if (event.persisted) setIsBusy(false)
    }
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])

  const place = useMemo(
    () =>
      makePlaceOrder({
        prepare: async () => {
          const token = await takeCardToken(site.card, toGatewayCard(latest.current))
          if (token.status === 'token') return { status: 'ready', what: token.token }
          return token.status === 'refused' ? { status: 'card', field: token.field } : { status: 'gateway-away' }
        },
        enter: (paymentToken: string, idempotencyKey) =>
          call(
            'entryOrderNewCard',
            {
              params: { packId },
              body: { retUrl: `/checkout/return?packId=${encodeURIComponent(packId)}`, paymentToken },
            },
            { idempotencyKey },
          ),
        newKey: () => crypto.randomUUID(),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
    [packId, site.card],
  )

  const confirm = async (): Promise<void> => {
    setIsBusy(true)
    setFailure(undefined)
    const placed = await withTerms(place.place, (answer) => (answer.status === 'refused' ? answer.body : undefined))
    if (placed.status === 'entered') {
      const { orderId, redirectUrl } = placed.entered
      watchOrder(orderId)
      if (redirectUrl === null) return void (await navigate(links.order(orderId), { replace: true }))
      keepChallenge(orderId, redirectUrl)
      // stays busy: the page is being left
      return location.assign(redirectUrl)
    }
    setIsBusy(false)
    if (placed.status === 'card') {
      setRefused(placed.field)
      onCardRefused()
    } else setFailure(placed.status === 'refused' ? { kind: 'refused', body: placed.body } : { kind: placed.status })
    return undefined
  }
  const change = (next: CardFields): void => {
    setCard(next)
    setRefused(undefined)
    setFailure(undefined)
  }
  return { card, change, refused, isBusy, failure, confirm }
}
