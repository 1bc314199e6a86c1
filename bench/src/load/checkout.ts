import { randomUUID } from 'node:crypto'
import { medianOf } from '../measure/spread.ts'
import type { CheckoutPlan, CheckoutResult } from './plan.ts'

/** Of the sandbox: a card whose bank asks no question, so the money is there with the first call. */
const cardWithoutQuestion = '5555555555554444'

// Members who sign in once and then buy one pack after the other.
process.once(
  'message',
  (plan) => void run(plan as CheckoutPlan).then((result) => process.send?.(result, () => process.exit(0))),
)

async function run(plan: CheckoutPlan): Promise<CheckoutResult> {
  const took: number[] = []
  const begun = performance.now()
  const until = begun + plan.seconds * 1000
  const buyers = Array.from({ length: plan.connections }, async (_, buyer) => {
    for (let turn = buyer; performance.now() < until; turn += plan.connections) {
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
  const packId = packIds[turn % packIds.length]!
  const entered = await fetch(`${url}/api/packs/${packId}/entry-order/new-card`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-auth-session': `Bearer ${session}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ retUrl: '/', paymentToken: await cardToken(cardTokenUrl) }),
  })
  const answer = (await entered.json()) as { redirectUrl?: string | null }
  if (entered.status !== 200 || answer.redirectUrl !== null)
    throw new Error(`a purchase answered ${entered.status}: ${JSON.stringify(answer)}`)
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
