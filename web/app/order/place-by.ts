import type { PaidyCheckout } from '@kura/contract/order'
import type { Result } from '@kura/contract/result'
import type { SiteConfig } from '@kura/contract/site'
import { call } from '../api.ts'
import { links } from '../links.ts'
import { attempts } from './attempt-store.ts'
import { toGatewayCard } from './card-fields.ts'
import { takeCardToken } from './card-script.ts'
import { isUnpaid } from './earlier-order.ts'
import { loadPaidy } from './paidy-checkout.ts'
import { isByPoints } from './payment-choice.ts'
import type { PaymentChoice } from './payment-choice.ts'
import { orPaymentError } from './payment-error.ts'
import { makePlaceOrder } from './place-order.ts'
import type { Placed, Prepared } from './place-order.ts'
import { unseenOrders } from './unseen-orders.ts'

/** An order that stands: what is to be done next depends on how it is paid. */
export type Entered =
  | { by: 'card'; orderId: string; accessID: string; redirectUrl: string | null }
  | { by: 'paidy'; checkout: PaidyCheckout }
  | { by: 'point'; orderId: string }
export type PlaceOrder = { place: () => Promise<Placed<Entered>>; isOpen: () => boolean }

type Order = {
  packId: string
  priceYen: number
  choice: PaymentChoice
  site: Pick<SiteConfig, 'card' | 'paidy'>
  /** The member's orders that are known when it is sent. */
  before: () => Iterable<string>
}

const world = {
  newKey: () => crypto.randomUUID(),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
}

/** Places one order of a pack as its buyer chose to pay; see `makePlaceOrder`. It is unseen until its end is shown, or it is refused. */
export function placeBy(order: Order): PlaceOrder {
  const { packId, before } = order
  const { place, isOpen } = placeByTender(order)
  return {
    isOpen,
    place: async () => {
      const wasUnseen = unseenOrders.before(packId) !== undefined
      unseenOrders.send(packId, before())
      const placed = await place()
      const isUnsent = placed.status === 'card' || placed.status === 'gateway-away'
      if (placed.status === 'refused' || (isUnsent && !wasUnseen)) unseenOrders.seen(packId)
      return placed
    },
  }
}

function placeByTender(order: Order): PlaceOrder {
  const { choice, priceYen } = order
  if (isByPoints(choice, priceYen)) return placeByPoints(order)
  if (choice.means === 'paidy') return placeByPaidy(order)
  return choice.means === 'new-card' ? placeByNewCard(order) : placeByStoredCard(order)
}

const ready = async (): Promise<Prepared<undefined>> => ({ status: 'ready', what: undefined })
const pointsOf = ({ usedPoint }: PaymentChoice): { usedPoint?: number } => (usedPoint > 0 ? { usedPoint } : {})
const returnTo = (packId: string): string => `${links.checkoutReturn}?packId=${encodeURIComponent(packId)}`
const mapped = async <A, B>(answer: Promise<Result<A>>, as: (data: A) => B): Promise<Result<B>> => {
  const result = await orPaymentError(answer)
  return result.ok ? { ok: true, data: as(result.data) } : result
}

function placeByNewCard({ packId, priceYen, choice, site }: Order): PlaceOrder {
  return makePlaceOrder<string, Entered>({
    ...world,
    prepare: async () => {
      const token = await takeCardToken(site.card, toGatewayCard(choice.card))
      if (token.status === 'token') return { status: 'ready', what: token.token }
      return token.status === 'refused' ? { status: 'card', field: token.field } : { status: 'gateway-away' }
    },
    enter: (paymentToken, idempotencyKey) => {
      const body = { retUrl: returnTo(packId), paymentToken, priceYen, ...pointsOf(choice) }
      const answer = call('entryOrderNewCard', { params: { packId }, body }, { idempotencyKey })
      return mapped(answer, (entered) => ({ by: 'card', ...entered }))
    },
  })
}

function placeByStoredCard({ packId, priceYen, choice }: Order): PlaceOrder {
  const { cardSeq, securityCode } = choice
  return makePlaceOrder<undefined, Entered>({
    ...world,
    prepare: ready,
    enter: (_, idempotencyKey) => {
      const body = { retUrl: returnTo(packId), cardSeq, securityCode, priceYen, ...pointsOf(choice) }
      const answer = call('entryOrderSelectedCard', { params: { packId }, body }, { idempotencyKey })
      return mapped(answer, (entered) => ({ by: 'card', ...entered }))
    },
  })
}

function placeByPaidy({ packId, priceYen, choice, site }: Order): PlaceOrder {
  return kept(
    'paidy',
    { packId, priceYen, choice },
    {
      // nothing is reserved for a window that cannot come up
      prepare: () => loadPaidy(site.paidy).then(ready, () => ({ status: 'gateway-away' })),
      enter: (_, idempotencyKey) =>
        mapped(
          call('entryOrderPaidy', { params: { packId }, body: { priceYen, ...pointsOf(choice) } }, { idempotencyKey }),
          (checkout) => ({ by: 'paidy', checkout }),
        ),
    },
  )
}

function placeByPoints({ packId, priceYen, choice }: Order): PlaceOrder {
  const { usedPoint } = choice
  return kept(
    'point',
    { packId, priceYen, choice },
    {
      prepare: ready,
      enter: (_, idempotencyKey) =>
        mapped(call('buyPoint', { params: { packId }, body: { usedPoint } }, { idempotencyKey }), ({ tradeId }) => ({
          by: 'point',
          orderId: tradeId,
        })),
    },
  )
}

type Sending = Pick<Parameters<typeof makePlaceOrder<undefined, Entered>>[0], 'prepare' | 'enter'>

/** Without a card's one-time token the key alone makes an order one: it outlives the page, until the order is seen through. */
function kept(
  tender: 'paidy' | 'point',
  { packId, priceYen, choice }: Pick<Order, 'packId' | 'priceYen' | 'choice'>,
  sending: Sending,
): PlaceOrder {
  const newKey = (): string => attempts.keyFor(packId, tender, { priceYen, usedPoint: choice.usedPoint }, world.newKey)
  const { place, isOpen } = makePlaceOrder<undefined, Entered>({ ...world, ...sending, newKey })
  const placeOnce = async (): Promise<Placed<Entered>> => {
    const placed = await place()
    if (placed.status === 'refused') attempts.drop(packId, tender)
    return placed
  }
  return {
    isOpen,
    place: async () => {
      const hadKey = attempts.find(packId, tender) !== undefined
      const placed = await placeOnce()
      if (!hadKey || !(await isOver(placed))) return placed
      // the order under the key that was kept has ended since: this one is new
      attempts.drop(packId, tender)
      return placeOnce()
    },
  }
}

/** Whether the answer is about a reservation that ended: it may be the one that was given when it was made. */
async function isOver(placed: Placed<Entered>): Promise<boolean> {
  if (placed.status === 'refused') return placed.body.errorCode === 'PAYMENT_EXPIRED'
  if (placed.status !== 'entered' || placed.entered.by !== 'paidy') return false
  const order = await call('showTrade', { params: { tradeId: placed.entered.checkout.orderId } })
  return order.ok && !isUnpaid(order.data)
}
