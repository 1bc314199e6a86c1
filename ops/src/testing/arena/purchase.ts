import { setTimeout as sleep } from 'node:timers/promises'
import { cardBuyer } from '@kura/sandbox/testing/card-buyer'
import type { Arena } from './arena.ts'
import { callAt } from './call.ts'
import type { Answer } from './call.ts'
import type { Member } from './members.ts'

export const goodCard = '4111111111111111'
/**
 * How one try to buy ended, as its buyer sees it. `lost`: the buyer never returned from the bank's
 * page.
 */
export type PurchaseEnd =
  | { kind: 'sold'; orderId: string }
  | { kind: 'refused'; code: string }
  | { kind: 'declined' }
  | { kind: 'lost'; orderId: string; accessID: string }
/** Every request of a try, in order. */
export type Try = { end: PurchaseEnd; answers: { call: 'enter' | 'buy'; answer: Answer }[]; loads: number }

/** Responses that say nothing about the pack: a browser retries. */
const passing: readonly string[] = ['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE', 'NO_ANSWER', 'IDEMPOTENCY_IN_PROGRESS']
const triesMost = 60
const shopId = 'sandbox000001'

/**
 * One member's purchase by a new card over HTTP, at any of the processes: reserve, 3-D Secure, pay.
 * A request that is refused for load or gets no response is sent again with the same card token, as
 * the page does.
 */
export async function tryToBuy(
  arena: Pick<Arena, 'webs' | 'outside'>,
  member: Member,
  packId: string,
  { turn = 0, card = goodCard }: { turn?: number; card?: string } = {},
): Promise<Try> {
  const answers: Try['answers'] = []
  let loads = 0
  const again = async <T>(call: 'enter' | 'buy', send: (url: string) => Promise<Answer<T>>): Promise<Answer<T>> => {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await send(arena.webs[(turn + attempt) % arena.webs.length]?.url ?? '')
      answers.push({ call, answer })
      if (!passing.includes(answer.code) || attempt >= triesMost) return answer
      loads += 1
      await sleep(Math.min(200 * (attempt + 1), 1000) * (0.5 + Math.random()))
    }
  }
  const bank = cardBuyer(arena.outside.pages, shopId)
  const paymentToken = await patiently(() => bank.token(card))
  const input = { params: { packId }, body: { retUrl: '/', paymentToken } }
  const entered = await again('enter', (url) => callAt(url, 'entryOrderNewCard', input, member))
  if (!entered.data) return { end: endOf(entered), answers, loads }
  const { orderId, accessID, redirectUrl } = entered.data
  if (redirectUrl !== null) {
    const back = await patiently(() => bank.walkChallenge(redirectUrl))
    if ('lost' in back) return { end: { kind: 'lost', orderId, accessID }, answers, loads }
  }
  const pay = { params: { packId }, body: { accessID } }
  const bought = await again('buy', (url) => callAt(url, 'entryOrderBuy', pay, member))
  if (!bought.data) return { end: endOf(bought), answers, loads }
  const { state } = bought.data
  return {
    end: state === 'delivered' ? { kind: 'sold', orderId } : { kind: 'refused', code: `ORDER_${state}` },
    answers,
    loads,
  }
}

const endOf = ({ code }: Answer): PurchaseEnd =>
  code === 'PAYMENT_DECLINED' ? { kind: 'declined' } : { kind: 'refused', code }

/** Retries the gateway's pages while they are down. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (attempt >= 20) throw error
      await sleep(100 * attempt)
    }
  }
}
