import { join } from 'node:path'
import { messageOf, spawnNode } from '../world/node-child.ts'
import type { CannonPlan, CannonResult, CheckoutPlan, CheckoutResult, LatencyPlan, LatencyResult } from './plan.ts'

let lastNumber = 0

/** Where the numbers of one load begin: more than it will ever send lie before those of the next, also beside it. */
const newNumbers = (): number => (lastNumber += 10_000_000)

type Cannon = Pick<CannonPlan, 'url' | 'connections' | 'seconds' | 'paths'> &
  Partial<Pick<CannonPlan, 'method' | 'headers' | 'sessions' | 'body'>>

/** Sends requests as fast as they are answered. One failed request fails the bench. */
export const cannon = (plan: Cannon): Promise<CannonResult> =>
  inOwnProcess('cannon.ts', { method: 'GET', headers: {}, ...plan, firstNumber: newNumbers() } satisfies CannonPlan)

/** How long one request takes. */
export const latency = (plan: LatencyPlan): Promise<LatencyResult> =>
  inOwnProcess('latency.ts', { ...plan, firstNumber: newNumbers() })

/** How many purchases come through. */
export const checkout = (plan: CheckoutPlan): Promise<CheckoutResult> => inOwnProcess('checkout.ts', plan)

async function inOwnProcess<T>(file: string, plan: object): Promise<T> {
  const child = spawnNode({ words: [join(import.meta.dirname, file)], env: { NODE_ENV: 'production' } })
  child.process.send(plan)
  try {
    return await messageOf<T>(child)
  } finally {
    await child.stop()
  }
}
