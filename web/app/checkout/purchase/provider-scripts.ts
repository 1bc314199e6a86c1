import type { PaidyCheckout } from '@kura/contract/checkout/order'
import type { SiteConfig } from '@kura/contract/site'
import { makeScriptLoader, inTime } from '../../platform/load-script.ts'
import type { CardField } from './card-fields.ts'

type Payload = ReturnType<typeof paidyPayload>
type Closed = { id?: string; status?: string }
type Paidy = {
  configure: (config: { api_key: string; closed: (answer: Closed | undefined) => void }) => {
    launch: (payload: Payload) => void
  }
}
/** How the provider's checkout ended: approved, rejected, closed by the buyer, or never opened. */
type PaidyEnd =
  | { status: 'authorized'; paymentId: string }
  | { status: 'rejected' }
  | { status: 'closed' }
  | { status: 'away' }

const loadProvider = makeScriptLoader<Paidy>()

/** Loads the provider's script, only when a member chooses this method. */
export const loadPaidy = ({ scriptUrl }: Pick<SiteConfig['paidy'], 'scriptUrl'>): Promise<Paidy> =>
  loadProvider(scriptUrl, () => (window as unknown as { Paidy?: Paidy }).Paidy)

/** Opens the provider's checkout over the page, and resolves when it is closed. */
export async function launchPaidy(settings: SiteConfig['paidy'], payload: Payload): Promise<PaidyEnd> {
  try {
    const provider = await loadPaidy(settings)
    return await new Promise<PaidyEnd>((resolve) => {
      provider.configure({ api_key: settings.publicKey, closed: (answer) => resolve(endOf(answer)) }).launch(payload)
    })
  } catch {
    return { status: 'away' }
  }
}

/** Reads how the checkout ended. The provider writes its statuses in either case. */
export function endOf(answer: Closed | undefined): PaidyEnd {
  const status = answer?.status?.toLowerCase()
  if (status === 'authorized' && answer?.id !== undefined) return { status, paymentId: answer.id }
  return { status: status === 'rejected' ? 'rejected' : 'closed' }
}

type Words = { storeName: string; pick: (words: PaidyCheckout['item']['title']) => string; pointsTitle: string }

/**
 * The input of the checkout. Its items must add up to the amount, so points are an item below zero.
 */
export function paidyPayload(checkout: PaidyCheckout, { storeName, pick, pointsTitle }: Words) {
  const { amountYen, buyer, buyerData, item, orderRef } = checkout
  const byPoints = amountYen - item.unitPriceYen - item.taxYen
  return {
    amount: amountYen,
    currency: 'JPY',
    store_name: storeName,
    buyer: { name1: buyer.name1, email: buyer.email },
    buyer_data: {
      user_id: buyerData.userId,
      age: buyerData.ageDays,
      order_count: buyerData.orderCount,
      ltv: buyerData.ltvYen,
      last_order_amount: buyerData.lastOrderAmountYen,
      last_order_at: buyerData.lastOrderAtDays,
    },
    order: {
      items: [
        { id: item.id, quantity: 1, title: pick(item.title), unit_price: item.unitPriceYen },
        ...(byPoints === 0 ? [] : [{ id: 'points', quantity: 1, title: pointsTitle, unit_price: byPoints }]),
      ],
      tax: item.taxYen,
      shipping: 0,
      order_ref: orderRef,
    },
  }
}

type GatewayCard = { cardno: string; expire: string; securitycode: string; holdername: string }
type TokenAnswer = { resultCode: string; tokenObject?: { token: string | string[] } }
type Multipayment = {
  init: (shopId: string) => void
  getToken: (card: GatewayCard & { tokennumber: string }, callback: (answer: TokenAnswer) => void) => void
}
/** A one-time token for the card, the refused field, or no response. */
type CardToken = { status: 'token'; token: string } | { status: 'refused'; field: CardField } | { status: 'away' }

const loadGateway = makeScriptLoader<Multipayment>()
const tokenMs = 30_000

/** Loads the gateway's script, on the first checkout only. */
export const loadCardScript = (card: SiteConfig['card']): Promise<Multipayment> =>
  loadGateway(card.scriptUrl, () => {
    const { Multipayment: gateway } = window as unknown as { Multipayment?: Multipayment }
    gateway?.init(card.shopId)
    return gateway
  })

/**
 * Exchanges a card for a one-time token at the gateway. The card goes from the browser to the
 * gateway and nowhere else.
 */
export async function takeCardToken(settings: SiteConfig['card'], card: GatewayCard): Promise<CardToken> {
  try {
    const gateway = await loadCardScript(settings)
    const answered = new Promise<TokenAnswer>((resolve) => {
      gateway.getToken({ ...card, tokennumber: '1' }, resolve)
    })
    const answer = await inTime(answered, tokenMs, 'the token of a card')
    const token = [answer.tokenObject?.token ?? []].flat()[0]
    if (answer.resultCode === '000' && token !== undefined) return { status: 'token', token }
    const field = refusedField(answer.resultCode)
    return field ? { status: 'refused', field } : { status: 'away' }
  } catch {
    return { status: 'away' }
  }
}

/** The gateway's result codes: the tens digit gives the field. */
function refusedField(resultCode: string): CardField | undefined {
  const fields: Record<string, CardField> = { '10': 'number', '11': 'expiry', '12': 'code', '13': 'holder' }
  return /^1\d\d$/.test(resultCode) ? fields[resultCode.slice(0, 2)] : undefined
}
