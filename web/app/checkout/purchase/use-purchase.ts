import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { useSWRConfig } from 'swr'
import type { OrderView } from '@kura/contract/checkout/order'
import { withTerms } from '../../identity/member/terms-request.ts'
import { useMe } from '../../identity/session/use-me.ts'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { isAbout } from '../../platform/swr.ts'
import { useSite } from '../../platform/use-site.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { orderStore } from '../order/order-store.ts'
import { watchedOrders } from '../order/watched-orders.ts'
import { subjectName } from '../order/subject.ts'
import type { Subject } from '../order/subject.ts'
import type { Sellable } from './sellable.ts'
import type { PaymentChoice } from './payment-choice.ts'
import { failureOf, leaveFor, payByCard, placeBy } from './place-by.ts'
import type { Entered, PlaceOrder } from './place-by.ts'
import { loadCardScript } from './provider-scripts.ts'
import { canConfirm, isAheadOf, newPurchase, purchaseReducer, stepOf } from './purchase.ts'
import type { PurchaseEvent, PurchaseState } from './purchase.ts'
import { usePaidy, usePayment } from './use-payment.ts'
import '../../words/checkout-words.ts'

const atOnce = 20

/** The purchase of a subject: how it is paid, and the one order it becomes. */
export function usePurchase(subject: Subject, sellable: Sellable | undefined) {
  const priceYen = sellable?.priceYen ?? 0
  const machine = usePurchaseState()
  const { state, apply, perform } = machine
  const payment = usePayment(priceYen)
  const { findEarlier, dismiss } = useEarlierOrder(subject, machine)
  const { step, toPayment, toConfirm, accountFailure, renewAccount } = useStep({ machine, payment, sellable })
  const sent = useRef<PlaceOrder>(undefined)
  const showOrder = useShowOrder(subject)
  const paidy = usePaidy({ subject, findEarlier, payment, apply, showOrder, toPayment })
  const goOn = useGoOn({ subject, payment, paidy, showOrder })
  const placeOf = usePlacing()
  const { mutate } = useSWRConfig()

  const order = async (): Promise<'leaving' | void> => {
    if (!sellable) return undefined
    const placing = (sent.current ??= placeOf(sellable, payment.choice, () => machine.read().known ?? []))
    // a request without a response is the same order; anything else must not silently become a
    // second one
    if (!placing.isOpen() && (await findEarlier())) return undefined
    const placed = await withTerms(placing.place, (answer) => (answer.status === 'refused' ? answer.body : undefined))
    if (placed.status !== 'unknown' && placed.status !== 'later') sent.current = undefined
    if (placed.status === 'entered') return goOn(placed.entered)
    if (placed.status === 'card') {
      apply({ type: 'card-refused', field: placed.field })
      return toPayment()
    }
    apply({ type: 'failed', failure: failureOf(placed, priceYen) })
    if (placed.status !== 'refused') return undefined
    payment.renew()
    // its price or stock may differ from what the page shows
    void mutate(isAbout(['showPack', 'showListing']))
    if (placed.body.errorCode === 'BIRTHDAY_REQUIRED') {
      await renewAccount()
      toPayment()
    }
    return undefined
  }
  return {
    ...state,
    step,
    isBusy: state.phase !== 'choosing',
    payment: {
      ...payment,
      change: (next: PaymentChoice): void => {
        payment.change(next)
        // from now on the order sent before is found as an earlier order
        sent.current = undefined
        apply({ type: 'changed' })
      },
    },
    accountFailure,
    renewAccount,
    toPayment,
    toConfirm,
    /** Reads the earlier order again, after it has or may have ended. */
    renew: () => void findEarlier().then(payment.renew),
    dismiss,
    confirm: () => void perform(order),
    resumePaidy: (found: OrderView) => void perform(() => paidy.resume(found)),
  }
}

type Machine = ReturnType<typeof usePurchaseState>

/**
 * The states of the purchase. `read` returns the current one: a response may arrive long after its
 * request.
 */
function usePurchaseState() {
  const [state, setState] = useState<PurchaseState>(newPurchase)
  const latest = useRef(state)
  const read = useCallback(() => latest.current, [])
  const apply = useCallback((event: PurchaseEvent): PurchaseState => {
    latest.current = purchaseReducer(latest.current, event)
    setState(latest.current)
    return latest.current
  }, [])
  const perform = async (act: () => Promise<'leaving' | void>): Promise<void> => {
    if (read().phase !== 'choosing') return
    apply({ type: 'ordered' })
    let isLeaving = false
    try {
      isLeaving = (await act()) === 'leaving'
    } finally {
      apply({ type: isLeaving ? 'left' : 'answered' })
    }
  }
  return { state, read, apply, perform }
}

/**
 * Finds an earlier order of the same subject: when the checkout opens, when its tab becomes
 * visible, and on request. While an order is under way it is this page's own.
 */
function useEarlierOrder(subject: Subject, { read, apply }: Machine) {
  const name = subjectName(subject)
  const findEarlier = async (): Promise<OrderView | undefined> => {
    const result = await call('listOrders', { query: { limit: atOnce } })
    // a failure must not stop anybody: the server decides
    if (!result.ok) return undefined
    const before = orderStore.unseen.before(name)
    const { earlier } = apply({ type: 'listed', orders: result.data.items, subject, before })
    if (earlier?.token) orderStore.ofTokens.note(earlier.orderId)
    return earlier
  }
  const findNow = useEffectEvent(() => void findEarlier())
  useEffect(() => {
    const findIfIdle = (): void => {
      if (document.visibilityState === 'visible' && read().phase === 'choosing') findNow()
    }
    const findIfBack = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return findIfIdle()
      apply({ type: 'returned' })
      findNow()
    }
    findIfIdle()
    document.addEventListener('visibilitychange', findIfIdle)
    window.addEventListener('pageshow', findIfBack)
    return () => {
      document.removeEventListener('visibilitychange', findIfIdle)
      window.removeEventListener('pageshow', findIfBack)
    }
  }, [name, read, apply])
  const dismiss = (): void => {
    apply({ type: 'dismissed' })
    orderStore.unseen.seen(name)
    // its key would only find it again
    orderStore.attempts.drop(name, 'point')
    orderStore.attempts.drop(name, 'paidy')
  }
  return { findEarlier, dismiss }
}

type StepOptions = { machine: Machine; payment: ReturnType<typeof usePayment>; sellable: Sellable | undefined }

export const checkoutSearch = declareSearch({ step: 'browser' })

/**
 * The step of the checkout. The page's address names the last one, so that the back button leads to
 * the first.
 */
function useStep({ machine: { state, apply }, payment, sellable }: StepOptions) {
  const { t } = useWords()
  const { me, error: unread, renew } = useMe()
  const query = useSearch(checkoutSearch)
  const navigate = useNavigate()
  const [openedAt] = useState(() => new Date())
  const toPayment = (): void => void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  const { choice, stored, isReady } = payment
  const at = {
    account: me ? 'known' : unread === undefined ? 'waiting' : 'failed',
    isReady,
    isNamed: query.get('step') === 'confirm',
    canConfirm: canConfirm({ choice, priceYen: sellable?.priceYen ?? 0, stored, now: openedAt, me }),
  } as const
  const isAhead = isAheadOf(at)
  const goBack = useEffectEvent(toPayment)
  useEffect(() => {
    // otherwise the last letter typed would jump to the last screen
    if (isAhead) goBack()
  }, [isAhead])
  const isForSale = sellable !== undefined
  const wasClosed = useRef(false)
  const noteSellable = useEffectEvent((): void => {
    if (isForSale && wasClosed.current) {
      apply({ type: 'reopened' })
      toasts.show({ id: 'for-sale-again', title: t('checkout.reopened') })
      // its price may differ: nobody is left one press away from ordering
      if (at.isNamed) toPayment()
    }
    wasClosed.current = !isForSale
  })
  useEffect(() => noteSellable(), [isForSale])
  return {
    step: stepOf({ ...at, hasEarlier: state.earlier !== undefined, isForSale }),
    toPayment,
    toConfirm: (): void => void navigate({ search: '?step=confirm' }),
    accountFailure: unread,
    renewAccount: () => renew(),
  }
}

/** Leads to the page of an order, which shows its outcome. */
function useShowOrder(subject: Subject) {
  const navigate = useNavigate()
  return (orderId: string): void => {
    orderStore.unseen.seen(subjectName(subject))
    watchedOrders.watch(orderId)
    void navigate(links.order(orderId), { replace: true })
  }
}

type GoOnOptions = {
  subject: Subject
  payment: ReturnType<typeof usePayment>
  paidy: ReturnType<typeof usePaidy>
  showOrder: (orderId: string) => void
}

/** The next step of an open order, by how it is paid. */
function useGoOn({ subject, payment: { choice }, paidy, showOrder }: GoOnOptions) {
  const isNewCard = choice.means === 'new-card'
  const { card } = useSite()
  useEffect(() => orderStore.forgetOld(), [])
  useEffect(() => {
    // loaded before it is needed; a failure is shown when the order is placed
    if (isNewCard) void loadCardScript(card).catch(() => undefined)
  }, [isNewCard, card])
  return async (entered: Entered): Promise<'leaving' | void> => {
    const { usedPoint } = choice
    const orderId = entered.by === 'paidy' ? entered.checkout.orderId : entered.orderId
    if (subject.kind === 'token') orderStore.ofTokens.note(orderId)
    if (entered.by === 'paidy') return paidy.pay(entered.checkout, usedPoint)
    if (entered.by === 'card-page') return leaveFor(orderId, { url: entered.paymentUrl, isPage: true })
    if (entered.by === 'point') {
      orderStore.attempts.drop(subjectName(subject), 'point')
      return showOrder(orderId)
    }
    return (await payByCard({ subject, usedPoint }, entered, choice)) === 'paid' ? showOrder(orderId) : 'leaving'
  }
}

/** Makes the function that places the order the way it is paid. */
function usePlacing() {
  const site = useSite()
  const { language } = useWords()
  return (sellable: Sellable, choice: PaymentChoice, before: () => Iterable<string>): PlaceOrder =>
    placeBy({ sellable, choice, language, site, before })
}
