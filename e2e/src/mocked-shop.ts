import { errors } from '@kura/contract/errors'
import type { ErrorCode, FieldFault } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import type { PackView } from '@kura/contract/shop/pack'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import { publicSteps } from '@kura/contract/states'
import type { TransactionView } from '@kura/contract/chain/transaction'
import type { Page } from 'playwright-core'
import { answerCalls } from './answer-calls.ts'
import type { Kura } from './instance.ts'

/** The response of a mocked call: data, a failure, or none until it is changed. */
export type Answer = { json: object } | { fails: ErrorCode; error?: string; details?: FieldFault[] } | 'waits'
export type Sent = { name: CallName; body: string }
export type Shop = {
  /** Sets the response of a call for all parameters. */
  answer: (name: CallName, answer: Answer) => void
  /** Every mocked call so far. */
  sent: Sent[]
}

/**
 * Has a page answered by the test where the shop would need what only a real member has; other
 * calls go to the shop.
 */
export async function mockShop(page: Page, kura: Kura): Promise<Shop> {
  const answers = new Map<CallName, Answer>()
  const sent: Sent[] = []
  const { origin } = new URL(kura.app)
  const isOfShop = (url: URL) => url.origin === origin && /^\/(api|auth)\//.test(url.pathname)
  await answerCalls(page, isOfShop, ({ method, url, body, fulfill, fallback }) => {
    const name = [...answers.keys()].find((each) => fits(paths[each], method, url.pathname))
    if (name === undefined) return fallback()
    sent.push({ name, body })
    const answer = answers.get(name)
    if (answer === undefined || answer === 'waits') return undefined
    if ('json' in answer) return fulfill({ json: answer.json })
    const { status, message } = errors[answer.fails]
    const { fails: errorCode, ...more } = answer
    return fulfill({ status, json: { errorCode, message, ...more } })
  })
  return { answer: (name, answer) => void answers.set(name, answer), sent }
}

const fits = (call: { method: string; path: string }, method: string, pathname: string): boolean =>
  call.method === method && new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`).test(pathname)

export async function readPack(kura: Kura, packId: string): Promise<PackView> {
  const answer = await fetch(`${kura.app}/api/packs/${packId}?forIssue=true`)
  return (await answer.json()) as PackView
}

/** An order of a pack that waits for its payment, with any changes. */
export const orderOf = (pack: PackView, more: Partial<OrderView> = {}): OrderView => ({
  orderId: '01990000-0000-7000-8000-0000000000aa',
  packId: pack.packId,
  token: null,
  name: pack.name,
  picture: pack.picture,
  priceYen: pack.priceYen,
  tender: 'card',
  usedPoint: 0,
  state: 'reserved',
  reason: null,
  createdAt: new Date().toISOString(),
  leaseUntil: new Date(Date.now() + 600_000).toISOString(),
  steps: publicSteps.map((step) => ({ step, at: null, txId: null })),
  unopenedPackId: null,
  ...more,
})

export const transactionOf = (order: OrderView): TransactionView => ({
  type: 'pack',
  order,
  opening: null,
  timeline: [],
})

/** A card that a member has stored. */
export const storedCard = {
  cardSeq: '01990000-0000-7000-8000-0000000000cc',
  cardName: 'Blue card',
  maskedNumber: '************1111',
  brand: 'VISA',
  expires: '3912',
  isExpired: false,
  holderName: 'HANAKO SATO',
}

/**
 * The card script of the gateway in its place: a token for every card, or a refusal with this code.
 */
export const fakeCardScript = (resultCode: string) => `
  window.Multipayment = {
    init() {},
    getToken: (_, callback) => callback({ resultCode: '${resultCode}', tokenObject: { token: 'once' } }),
  }`
