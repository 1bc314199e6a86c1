import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { paidyBuyer } from '@kura/sandbox/testing/paidy-buyer'
import { callAt } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import type { Member } from '../arena/members.ts'
import type { Scene } from './scene.ts'

const passing: readonly string[] = ['NO_ANSWER', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'IDEMPOTENCY_IN_PROGRESS']

async function again<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send()
    if (!passing.includes(answer.code) || attempt > 40) return answer
    await sleep(300 + Math.random() * 300)
  }
}

/**
 * One purchase by deferred payment: reserve, checkout, pay. Returns `sold`, `lost`, `declined` or
 * the code of a refusal.
 */
export async function payByPaidy(scene: Scene, member: Member, packId: string): Promise<string> {
  const caller = { ...member, idempotencyKey: randomUUID() }
  const entered = await again(() => callAt(scene.anyWeb(), 'entryOrderPaidy', { params: { packId }, body: {} }, caller))
  if (!entered.data) return entered.code
  const { amountYen, orderRef, item, buyer } = entered.data
  const { outside, deps } = scene.arena
  const checkout = {
    amount: amountYen,
    currency: 'JPY',
    store_name: 'Kura',
    buyer: { ...buyer, phone: '08000000001' },
    buyer_data: { user_id: member.memberId, age: 0, order_count: 0, ltv: 0, last_order_amount: 0, last_order_at: 0 },
    order: {
      items: [{ id: item.id, quantity: 1, title: item.title.ja, unit_price: item.unitPriceYen }],
      tax: item.taxYen,
      shipping: 0,
      order_ref: orderRef,
    },
    shipping_address: { line1: 'A 101', line2: '1-2-3', city: '千代田区', state: '東京都', zip: '100-0001' },
  }
  const end = await paidyBuyer(outside.pages, deps.env.PAIDY_PUBLIC_KEY).pay(checkout)
  if ('lost' in end) return 'lost'
  const body = { orderID: end.id }
  const paid = await again(() => callAt(scene.anyWeb(), 'buyPaidy', { params: { packId }, body }, member))
  if (paid.code === 'PAYMENT_DECLINED') return 'declined'
  return paid.data?.order.state === 'delivered' ? 'sold' : paid.code
}
