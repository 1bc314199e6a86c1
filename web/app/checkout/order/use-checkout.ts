import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSWRConfig } from 'swr'
import type { OrderView } from '@kura/contract/checkout/order'
import { links } from '../../platform/links.ts'
import { withTerms } from '../../identity/member/terms-request.ts'
import { useMe } from '../../identity/session/use-me.ts'
import { isAbout } from '../../platform/swr.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { attempts } from './attempt-store.ts'
import { cleanHolder } from './card-fields.ts'
import type { CardField } from './card-fields.ts'
import { loadCardScript } from './card-script.ts'
import { forgetOldChallenges, keepCardName, keepChallenge } from './challenge-store.ts'
import type { CardName, Challenge } from './challenge-store.ts'
import type { CheckoutFailure } from './checkout-failure.ts'
import { completeCard } from './complete-payment.ts'
import type { Paid } from './complete-payment.ts'
import type { Offer } from './offer.ts'
import type { PaymentChoice } from './payment-choice.ts'
import { placeBy } from './place-by.ts'
import type { Entered, PlaceOrder } from './place-by.ts'
import type { Placed } from './place-order.ts'
import { subjectName } from './subject.ts'
import type { Subject } from './subject.ts'
import { tokenOrders } from './token-orders.ts'
import { useEarlierOrder } from './use-earlier-order.ts'
import { unseenOrders } from './unseen-orders.ts'
import { usePaidy } from './use-paidy.ts'
import { usePayment } from './use-payment.ts'
import { useWork } from '../../platform/use-work.ts'
import { watchOrder } from './watched-orders.ts'

/**
 * The checkout of a subject: how what is offered of it is to be paid, and the one order it can become. `toPayment` leads back to
 * the first step.
 */
export function useCheckout(subject: Subject, offer: Offer | undefined, toPayment: () => void) {
  const site = useSite()
  const { language } = useWords()
  const name = subjectName(subject)
  const priceYen = offer?.priceYen ?? 0
  const { renew: renewMe } = useMe()
  const navigate = useNavigate()
  const { mutate } = useSWRConfig()
  const payment = usePayment(priceYen)
  const [refused, setRefused] = useState<CardField>()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<CheckoutFailure>()
  const earlier = useEarlierOrder(subject, isBusy)
  const sent = useRef<PlaceOrder>(undefined)
  const isNewCard = payment.choice.means === 'new-card'

  useEffect(() => forgetOldChallenges(), [])
  useEffect(() => {
    // there when it is needed; a failure is told when the order is placed
    if (isNewCard) void loadCardScript(site.card).catch(() => undefined)
  }, [isNewCard, site.card])

  const showOrder = (orderId: string): void => {
    unseenOrders.seen(name)
    watchOrder(orderId)
    void navigate(links.order(orderId), { replace: true })
  }
  const paidy = usePaidy({ subject, earlier, payment, fail: setFailure, showOrder, toPayment })
  const goOn = async (entered: Entered): Promise<'leaving' | void> => {
    const { usedPoint } = payment.choice
    const orderId = entered.by === 'paidy' ? entered.checkout.orderId : entered.orderId
    if (subject.kind === 'token') tokenOrders.note(orderId)
    if (entered.by === 'paidy') return paidy.pay(entered.checkout, usedPoint)
    if (entered.by === 'card-page') return leaveFor(entered.orderId, { url: entered.paymentUrl, isPage: true })
    if (entered.by === 'point') {
      attempts.drop(name, 'point')
      return showOrder(entered.orderId)
    }
    if (await isPaidByCard({ subject, usedPoint }, entered, nameOf(payment.choice))) return showOrder(entered.orderId)
    return 'leaving'
  }
  const order = async (): Promise<'leaving' | void> => {
    if (!offer) return
    setFailure(undefined)
    const { choice } = payment
    const placing = (sent.current ??= placeBy({ offer, choice, language, site, before: earlier.before }))
    // what was sent and not answered is the same order; anything else must not become a second one unseen
    if (!placing.isOpen() && (await earlier.look())) return undefined
    const placed = await withTerms(placing.place, (answer) => (answer.status === 'refused' ? answer.body : undefined))
    if (placed.status !== 'unknown' && placed.status !== 'later') sent.current = undefined
    if (placed.status === 'entered') return goOn(placed.entered)
    if (placed.status === 'card') {
      setRefused(placed.field)
      return toPayment()
    }
    setFailure(failureOf(placed, priceYen))
    if (placed.status !== 'refused') return undefined
    payment.renew()
    // its price or its stock may be another one than the page shows
    void mutate(isAbout(['showPack', 'showListing']))
    if (placed.body.errorCode === 'BIRTHDAY_REQUIRED') {
      await renewMe()
      toPayment()
    }
    return undefined
  }
  return {
    payment: {
      ...payment,
      change: (next: PaymentChoice): void => {
        payment.change(next)
        // what was sent before is looked for as an earlier order from now on
        sent.current = undefined
        setRefused(undefined)
        setFailure(undefined)
      },
    },
    earlier,
    refused,
    isBusy,
    failure,
    /** It is offered again: why it was refused is no longer so. What nobody knows the end of stays told. */
    reopen: () => setFailure((told) => (told?.kind === 'refused' ? undefined : told)),
    confirm: () => work(order),
    resumePaidy: (found: OrderView) => work(() => paidy.resume(found)),
  }
}

/** Why nothing was ordered, or nobody knows. */
function failureOf(
  placed: Exclude<Placed<Entered>, { status: 'entered' } | { status: 'card' }>,
  priceYen: number,
): CheckoutFailure {
  if (placed.status === 'unknown' || placed.status === 'gateway-away') return { kind: placed.status }
  const { status, body } = placed
  const isOfPrice = status === 'refused' && body.errorCode === 'TRADE_PRICE_CHANGED'
  return isOfPrice ? { kind: 'price-changed', fromYen: priceYen } : { kind: 'refused', body }
}

/** Whether an order by card is paid already; otherwise the page is left for its bank. */
async function isPaidByCard(
  paid: Paid,
  { orderId, accessID, redirectUrl }: Extract<Entered, { by: 'card' }>,
  name: CardName | undefined,
): Promise<boolean> {
  if (redirectUrl === null) {
    // without 3-D Secure; what is left is to keep the card
    if (name) await completeCard(paid, accessID, name)
    return true
  }
  if (name) keepCardName(accessID, name)
  leaveFor(orderId, { url: redirectUrl, isPage: false })
  return false
}

/** Leaves for the page where an order is paid, and remembers the way there. */
function leaveFor(orderId: string, way: Challenge): 'leaving' {
  watchOrder(orderId)
  keepChallenge(orderId, way)
  location.assign(way.url)
  return 'leaving'
}

/** Under which name a new card is to be stored; undefined: it is not. */
function nameOf({ means, saveAs, card }: PaymentChoice): CardName | undefined {
  if (means !== 'new-card' || saveAs === undefined) return undefined
  return { cardName: saveAs.trim(), holderName: cleanHolder(card.holder) }
}
