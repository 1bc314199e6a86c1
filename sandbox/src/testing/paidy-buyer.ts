import type { CheckoutEnd, ClosedCallback } from '../paidy/checkouts.ts'
import { testBuyers } from '../paidy/checkouts.ts'

type Choice = 'authorized' | 'rejected' | 'closed'

/** A buyer at Paidy without a browser: the steps of the overlay by plain HTTP. */
export function paidyBuyer(pages: string, publicKey: string) {
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${pages}/paidy/checkouts${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const result = (await answer.json()) as { description?: string }
    if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${result.description}`)
    return result
  }
  return {
    /**
     * Goes through the checkout; returns what the `closed` callback would get, or `lost` when it
     * would never be called.
     */
    async pay(payload: object, choice: Choice = 'authorized'): Promise<CheckoutEnd> {
      const { session } = (await post('', { api_key: publicKey, payload })) as { session: string }
      if (choice === 'closed') return (await post(`/${session}/close`, {})) as ClosedCallback
      await post(`/${session}/buyer`, { email: testBuyers[choice], phone: testBuyers.phone })
      return (await post(`/${session}/code`, { code: testBuyers.code })) as CheckoutEnd
    },
    post,
  }
}

/** A launch payload whose sum is right, for an order of one item. */
export const paidyPayload = (orderRef: string, amount = 1200) => ({
  amount,
  currency: 'JPY',
  store_name: 'Kura',
  buyer: { name1: '山田 花子', name2: 'ヤマダ ハナコ', email: testBuyers.authorized, phone: testBuyers.phone },
  buyer_data: { user_id: 'm1', age: 30, order_count: 1, ltv: 1000, last_order_amount: 500, last_order_at: 10 },
  order: {
    items: [{ id: 'pack', quantity: 1, title: 'パック', unit_price: amount - 100 }],
    tax: 100,
    shipping: 0,
    order_ref: orderRef,
  },
  shipping_address: { line1: 'A 101', line2: '1-2-3', city: '千代田区', state: '東京都', zip: '100-0001' },
})
