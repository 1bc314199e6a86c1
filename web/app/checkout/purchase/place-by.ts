import type { PaidyCheckout } from '@kura/contract/checkout/order'
import type { SiteConfig } from '@kura/contract/site'
import { call } from '../../platform/api.ts'
import { orderStore } from '../order/order-store.ts'
import { watchedOrders } from '../order/watched-orders.ts'
import type { CardName, PaymentPage } from '../order/order-store.ts'
import { enterBy, mapResult } from './payment-calls.ts'
import { cleanHolder, toGatewayCard } from './card-fields.ts'
import { completeCard } from './complete-payment.ts'
import type { Paid } from './complete-payment.ts'
import { takeCardToken, loadPaidy } from './provider-scripts.ts'
import { isUnpaid } from '../order/order-outcome.ts'
import type { Sellable } from './sellable.ts'
import { isByPoints } from './payment-choice.ts'
import type { PaymentChoice } from './payment-choice.ts'
import { orPaymentError, makePlaceOrder } from './place-order.ts'
import type { Placed, Prepared } from './place-order.ts'
import type { CheckoutFailure } from './purchase.ts'
import { subjectName } from '../order/subject.ts'

/** An open order; the next step depends on how it is paid. */
export type Entered =
  | { by: 'card'; orderId: string; accessID: string; redirectUrl: string | null }
  | { by: 'card-page'; orderId: string; paymentUrl: string }
  | { by: 'paidy'; checkout: PaidyCheckout }
  | { by: 'point'; orderId: string }
export type PlaceOrder = { place: () => Promise<Placed<Entered>>; isOpen: () => boolean }

type Order = {
  sellable: Sellable
  choice: PaymentChoice
  language: 'ja' | 'en'
  site: Pick<SiteConfig, 'card' | 'paidy'>
  /** The member's orders known when it is sent. */
  before: () => Iterable<string>
}

const world = {
  newKey: () => crypto.randomUUID(),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
}

/**
 * Places one order the way its buyer chose to pay; see `makePlaceOrder`. It counts as unseen until
 * its outcome is shown or it is refused.
 */
export function placeBy(order: Order): PlaceOrder {
  const { sellable, before } = order
  const name = subjectName(sellable)
  const { place, isOpen } = placeByTender(order)
  return {
    isOpen,
    place: async () => {
      const wasUnseen = orderStore.unseen.before(name) !== undefined
      orderStore.unseen.send(name, before())
      const placed = await place()
      const isUnsent = placed.status === 'card' || placed.status === 'gateway-away'
      if (placed.status === 'refused' || (isUnsent && !wasUnseen)) orderStore.unseen.seen(name)
      return placed
    },
  }
}

function placeByTender(order: Order): PlaceOrder {
  const { choice, sellable } = order
  if (isByPoints(choice, sellable.priceYen)) return placeByPoints(order)
  if (choice.means === 'paidy') return placeByPaidy(order)
  if (choice.means === 'card-page') return placeByCardPage(order)
  return choice.means === 'new-card' ? placeByNewCard(order) : placeByStoredCard(order)
}

const ready = async (): Promise<Prepared<undefined>> => ({ status: 'ready', what: undefined })

function placeByNewCard({ sellable, choice, site }: Order): PlaceOrder {
  return makePlaceOrder<string, Entered>({
    ...world,
    prepare: async () => {
      const token = await takeCardToken(site.card, toGatewayCard(choice.card))
      if (token.status === 'token') return { status: 'ready', what: token.token }
      return token.status === 'refused' ? { status: 'card', field: token.field } : { status: 'gateway-away' }
    },
    enter: (paymentToken, key) => {
      const answer = enterBy(sellable, choice.usedPoint).newCard(paymentToken, key)
      return mapResult(orPaymentError(answer), (entered) => ({ by: 'card', ...entered }))
    },
  })
}

function placeByStoredCard({ sellable, choice }: Order): PlaceOrder {
  const { cardSeq, securityCode } = choice
  return makePlaceOrder<undefined, Entered>({
    ...world,
    prepare: ready,
    enter: (_, key) => {
      const answer = enterBy(sellable, choice.usedPoint).storedCard({ cardSeq, securityCode }, key)
      return mapResult(orPaymentError(answer), (entered) => ({ by: 'card', ...entered }))
    },
  })
}

function placeByCardPage({ sellable, choice, language }: Order): PlaceOrder {
  const { cardPage } = enterBy(sellable, choice.usedPoint)
  if (!cardPage) throw new Error(`a ${sellable.kind} is not paid on a page of the card company`)
  return makePlaceOrder<undefined, Entered>({
    ...world,
    prepare: ready,
    enter: (_, key) =>
      mapResult(orPaymentError(cardPage(language, key)), (entered) => ({ by: 'card-page', ...entered })),
  })
}

function placeByPaidy({ sellable, choice, site }: Order): PlaceOrder {
  return kept(
    'paidy',
    { sellable, choice },
    {
      // nothing is reserved when the window cannot open
      prepare: () => loadPaidy(site.paidy).then(ready, () => ({ status: 'gateway-away' })),
      enter: (_, key) =>
        mapResult(orPaymentError(enterBy(sellable, choice.usedPoint).paidy(key)), (checkout) => ({
          by: 'paidy',
          checkout,
        })),
    },
  )
}

function placeByPoints({ sellable, choice }: Order): PlaceOrder {
  return kept(
    'point',
    { sellable, choice },
    {
      prepare: ready,
      enter: (_, key) =>
        mapResult(orPaymentError(enterBy(sellable, choice.usedPoint).points(key)), ({ tradeId }) => ({
          by: 'point',
          orderId: tradeId,
        })),
    },
  )
}

type Sending = Pick<Parameters<typeof makePlaceOrder<undefined, Entered>>[0], 'prepare' | 'enter'>

/**
 * Without a card's one-time token only the key keeps the order unique: it outlives the page, until
 * the outcome is known.
 */
function kept(
  tender: 'paidy' | 'point',
  { sellable, choice }: Pick<Order, 'sellable' | 'choice'>,
  sending: Sending,
): PlaceOrder {
  const name = subjectName(sellable)
  const terms = { priceYen: sellable.priceYen, usedPoint: choice.usedPoint }
  const newKey = (): string => orderStore.attempts.keyFor(name, tender, terms, world.newKey)
  const { place, isOpen } = makePlaceOrder<undefined, Entered>({ ...world, ...sending, newKey })
  const placeOnce = async (): Promise<Placed<Entered>> => {
    const placed = await place()
    if (placed.status === 'refused') orderStore.attempts.drop(name, tender)
    return placed
  }
  return {
    isOpen,
    place: async () => {
      const hadKey = orderStore.attempts.find(name, tender) !== undefined
      const placed = await placeOnce()
      if (!hadKey || !(await isOver(placed))) return placed
      // the order under the stored key has ended: this one is new
      orderStore.attempts.drop(name, tender)
      return placeOnce()
    },
  }
}

/**
 * Whether the response is about a reservation that ended: it may be the stored response of its
 * creation.
 */
async function isOver(placed: Placed<Entered>): Promise<boolean> {
  if (placed.status === 'refused') return placed.body.errorCode === 'PAYMENT_EXPIRED'
  if (placed.status !== 'entered' || placed.entered.by !== 'paidy') return false
  const order = await call('showTrade', { params: { tradeId: placed.entered.checkout.orderId } })
  return order.ok && !isUnpaid(order.data)
}

/** Why nothing was ordered, or that the result is unknown. */
export function failureOf(
  placed: Exclude<Placed<Entered>, { status: 'entered' } | { status: 'card' }>,
  priceYen: number,
): CheckoutFailure {
  if (placed.status === 'unknown' || placed.status === 'gateway-away') return { kind: placed.status }
  const { status, body } = placed
  const isOfPrice = status === 'refused' && body.errorCode === 'TRADE_PRICE_CHANGED'
  return isOfPrice ? { kind: 'price-changed', fromYen: priceYen } : { kind: 'refused', body }
}

/** Pays an order by card, or leaves for the page of the card's bank. */
export async function payByCard(
  paid: Paid,
  { orderId, accessID, redirectUrl }: Extract<Entered, { by: 'card' }>,
  choice: PaymentChoice,
): Promise<'paid' | 'leaving'> {
  const name = nameOf(choice)
  if (redirectUrl === null) {
    // without 3-D Secure only the card remains to be stored
    if (name) await completeCard(paid, accessID, name)
    return 'paid'
  }
  if (name) orderStore.cardNames.keep(accessID, name)
  return leaveFor(orderId, { url: redirectUrl, isPage: false })
}

/** Leaves for the page where an order is paid, and remembers its address. */
export function leaveFor(orderId: string, page: PaymentPage): 'leaving' {
  watchedOrders.watch(orderId)
  orderStore.pages.keep(orderId, page)
  location.assign(page.url)
  return 'leaving'
}

/** The name under which a new card is to be stored; undefined to not store it. */
function nameOf({ means, saveAs, card }: PaymentChoice): CardName | undefined {
  if (means !== 'new-card' || saveAs === undefined) return undefined
  return { cardName: saveAs.trim(), holderName: cleanHolder(card.holder) }
}
