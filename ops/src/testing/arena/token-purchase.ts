import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import { cardBuyer } from '@kura/sandbox/testing/card-buyer'
import { paidyBuyer } from '@kura/sandbox/testing/paidy-buyer'
import type { Arena } from './arena.ts'
import { callAt } from './call.ts'
import type { Answer } from './call.ts'
import type { Member } from './members.ts'
import { goodCard } from './purchase.ts'

export const tokenTenders = ['point', 'card', 'card-point', 'page', 'page-point', 'paidy', 'paidy-point'] as const
export type TokenTender = (typeof tokenTenders)[number]
/** A listing as its buyer was shown it. */
export type SeenListing = { refId: string; priceYen: number; contentAccessFee: number }
/**
 * How one purchase of a token ended, as its buyer sees it. `paid`: the money is captured, and the
 * token is on its way or delivered. `left`: the buyer never came back to pay, or too late for the
 * payment page. `unknown`: no response came.
 */
export type TokenPurchase =
  | { kind: 'paid'; orderId: string; state: string }
  | { kind: 'refused'; code: string }
  | { kind: 'left'; orderId: string }
  | { kind: 'unknown' }
export type TokenBuyer = {
  arena: Pick<Arena, 'outside' | 'deps'>
  member: Member
  /** The address of a process that serves members; another one each time. */
  anyWeb: () => string
  /** Leaves after the reservation. */
  leaves?: boolean
}

/** Responses that say nothing about the listing: a browser retries. */
const passing: readonly string[] = ['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE', 'NO_ANSWER', 'IDEMPOTENCY_IN_PROGRESS']
const triesMost = 40
const shopId = 'sandbox000001'
/** Part of the price that is paid with points where they are mixed in. */
export const mixedPoints = 100

/**
 * Buys a listed token by a tender, at any of the processes; resends a request that got no response.
 */
export async function buyToken(buyer: TokenBuyer, listing: SeenListing, tender: TokenTender): Promise<TokenPurchase> {
  if (tender === 'point') return buyByPoints(buyer, listing)
  const usedPoint = tender.endsWith('-point') ? mixedPoints : undefined
  if (tender.startsWith('page')) return buyAtPage(buyer, listing, usedPoint)
  return tender.startsWith('paidy') ? buyByPaidy(buyer, listing, usedPoint) : buyByCard(buyer, listing, usedPoint)
}

/** Sends a call to one process after the other until one responds. */
export async function untilAnswered<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send()
    if (!passing.includes(answer.code) || attempt > triesMost) return answer
    await sleep(200 + Math.random() * 300)
  }
}

/** The same under one key, so that it counts once. */
function ask<K extends CallName>(
  { member, anyWeb }: TokenBuyer,
  name: K,
  input: ApiInput<K>,
): Promise<Answer<ApiOutput<K>>> {
  const caller = { ...member, idempotencyKey: randomUUID() }
  return untilAnswered(() => callAt(anyWeb(), name, input, caller))
}

const endOf = (answer: Answer<{ order: { orderId: string; state: string } }>): TokenPurchase => {
  if (answer.data) return { kind: 'paid', orderId: answer.data.order.orderId, state: answer.data.order.state }
  return passing.includes(answer.code) ? { kind: 'unknown' } : { kind: 'refused', code: answer.code }
}
const refusal = ({ code }: Answer): TokenPurchase =>
  passing.includes(code) ? { kind: 'unknown' } : { kind: 'refused', code }

async function buyByPoints(buyer: TokenBuyer, { refId, ...seen }: SeenListing): Promise<TokenPurchase> {
  return endOf(await ask(buyer, 'buyTokenPoint', { params: { refId }, body: seen }))
}

async function buyByCard(
  buyer: TokenBuyer,
  { refId, ...seen }: SeenListing,
  usedPoint?: number,
): Promise<TokenPurchase> {
  const bank = cardBuyer(buyer.arena.outside.pages, shopId)
  const body = { retUrl: '/', paymentToken: await bank.token(goodCard), ...seen }
  const params = { refId }
  const entered =
    usedPoint === undefined
      ? await ask(buyer, 'enterTokenNewCard', { params, body })
      : await ask(buyer, 'enterTokenNewCardPoint', { params, body: { ...body, usedPoint } })
  if (!entered.data) return refusal(entered)
  const { orderId, accessID, redirectUrl } = entered.data
  if (buyer.leaves) return { kind: 'left', orderId }
  if (redirectUrl !== null && 'lost' in (await bank.walkChallenge(redirectUrl))) return { kind: 'left', orderId }
  return endOf(await ask(buyer, 'tradeNft', { params, body: { accessID, ...(usedPoint ? { usedPoint } : {}) } }))
}

const typedCard = { cardno: goodCard, month: '12', year: '2049', securitycode: '123', holdername: 'HANAKO' }

/** The status of the gateway's payment page once it is closed or expired. */
const pageIsOver = 410

async function buyAtPage(
  buyer: TokenBuyer,
  { refId, ...seen }: SeenListing,
  usedPoint?: number,
): Promise<TokenPurchase> {
  const params = { refId }
  const body = { lang: 'ja' as const, returnUrl: '/', ...seen }
  const opened =
    usedPoint === undefined
      ? await ask(buyer, 'paymentUrlCredit', { params, body })
      : await ask(buyer, 'paymentUrlCreditPoint', { params, body: { ...body, usedPoint } })
  if (!opened.data) return refusal(opened)
  const { orderId, paymentOrderId, paymentUrl } = opened.data
  if (buyer.leaves) return { kind: 'left', orderId }
  const form = new URLSearchParams({ act: 'pay', ...typedCard })
  const submitted = await fetch(paymentUrl, { method: 'POST', body: form, redirect: 'manual' })
  // the order was cancelled meanwhile, and its page accepts nothing more
  if (submitted.status === pageIsOver) return { kind: 'left', orderId }
  const bank = cardBuyer(buyer.arena.outside.pages, shopId)
  const back = await bank.walkChallenge(submitted.headers.get('location') ?? paymentUrl)
  if ('lost' in back) return { kind: 'left', orderId }
  await fetch(back.address, { redirect: 'manual' })
  return endOf(
    usedPoint === undefined
      ? await ask(buyer, 'buyTokenCredit', { params, body: { paymentOrderId } })
      : await ask(buyer, 'buyTokenCreditPoint', { params, body: { paymentOrderId, usedPoint } }),
  )
}

async function buyByPaidy(
  buyer: TokenBuyer,
  { refId, ...seen }: SeenListing,
  usedPoint?: number,
): Promise<TokenPurchase> {
  const params = { refId }
  const body = { ...seen, ...(usedPoint ? { usedPoint } : {}) }
  const entered = await ask(buyer, 'enterTokenPaidy', { params, body })
  if (!entered.data) return refusal(entered)
  const { orderId, amountYen, orderRef, item, buyer: person } = entered.data
  if (buyer.leaves) return { kind: 'left', orderId }
  const checkout = {
    amount: amountYen,
    currency: 'JPY',
    store_name: 'Kura',
    buyer: { name1: person.name1, email: person.email },
    order: {
      items: [{ id: item.id, quantity: 1, title: item.title.ja, unit_price: amountYen - item.taxYen }],
      tax: item.taxYen,
      shipping: 0,
      order_ref: orderRef,
    },
    shipping_address: { line2: '1-2-3', city: '千代田区', state: '東京都', zip: '100-0001' },
  }
  const { outside, deps } = buyer.arena
  const end = await paidyBuyer(outside.pages, deps.env.PAIDY_PUBLIC_KEY).pay(checkout)
  if ('lost' in end) return { kind: 'left', orderId }
  const paid = { paymentOrderId: end.id }
  return endOf(
    usedPoint === undefined
      ? await ask(buyer, 'buyTokenPaidy', { params, body: paid })
      : await ask(buyer, 'buyTokenPaidyPoint', { params, body: { ...paid, usedPoint } }),
  )
}
