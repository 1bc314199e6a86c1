import { randomUUID } from 'node:crypto'
import { medianOf } from '../measure/spread.ts'
import { firstTurnOf, placeOf } from './plan.ts'
import type { CheckoutPlan, CheckoutResult } from './plan.ts'

/** A sandbox card whose bank asks nothing, so the browser comes back from its page at once. */
const cardWithoutQuestion = '5555555555554444'

// Members who sign in once and then buy one pack after another.
process.once(
  'message',
  (plan) => void run(plan as CheckoutPlan).then((result) => process.send?.(result, () => process.exit(0))),
)

async function run(plan: CheckoutPlan): Promise<CheckoutResult> {
  const took: number[] = []
  const firstTurn = firstTurnOf(plan.firstNumber)
  sent = plan.firstNumber
  const begun = performance.now()
  const until = begun + plan.seconds * 1000
  const buyers = Array.from({ length: plan.connections }, async (_, buyer) => {
    for (let turn = firstTurn + buyer; performance.now() < until; turn += plan.connections) {
      const start = performance.now()
      await buyOne(plan, turn)
      took.push(performance.now() - start)
    }
  })
  await Promise.all(buyers)
  const seconds = (performance.now() - begun) / 1000
  return { perSecond: took.length / seconds, orders: took.length, medianMs: medianOf(took) }
}

async function buyOne({ url, cardTokenUrl, sessions, packIds }: CheckoutPlan, turn: number): Promise<void> {
  const session = sessions[turn % sessions.length]!
  const pack = `${url}/api/packs/${packIds[turn % packIds.length]!}/entry-order`
  const paymentToken = await cardToken(cardTokenUrl)
  const entered = await post(`${pack}/new-card`, session, { retUrl: '/', paymentToken })
  // the browser passes through the bank's page, which asks nothing and redirects back
  const passed = await fetch(String(entered['redirectUrl']), { redirect: 'manual' })
  if (passed.status !== 303) throw new Error(`the bank asks a question: ${passed.status}`)
  const order = await post(`${pack}/buy`, session, { accessID: entered['accessID'] })
  if (order['state'] !== 'delivered') throw new Error(`a purchase ended as ${JSON.stringify(order)}`)
}

let sent = 0

async function post(url: string, session: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-auth-session': `Bearer ${session}`,
      'idempotency-key': randomUUID(),
      ...placeOf((sent += 1)),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} returned ${answer.status}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

async function cardToken(url: string): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({
      shopid: 'sandbox000001',
      cardno: cardWithoutQuestion,
      expire: '3912',
      securitycode: '123',
    }),
  })
  const { tokenObject } = (await answer.json()) as { tokenObject: { token: string } }
  return tokenObject.token
}
