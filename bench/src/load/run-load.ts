import { join } from 'node:path'
import { messageOf, spawnNode } from '../world/node-child.ts'
import { numbersPerLoad } from './plan.ts'
import type { CannonPlan, CannonResult, CheckoutPlan, CheckoutResult, LatencyPlan, LatencyResult } from './plan.ts'

let lastNumber = 0

/** The first number of each load; concurrent loads never share one. */
const newNumbers = (): number => (lastNumber += numbersPerLoad)

type Cannon = Pick<CannonPlan, 'url' | 'connections' | 'seconds' | 'paths'> &
  Partial<Pick<CannonPlan, 'method' | 'headers' | 'sessions' | 'body'>>

/** Sends requests as fast as the server responds. One failed request fails the bench. */
export const cannon = (plan: Cannon): Promise<CannonResult> =>
  inOwnProcess('cannon.ts', { method: 'GET', headers: {}, ...plan, firstNumber: newNumbers() } satisfies CannonPlan)

/** The latency of one request. */
export const latency = (plan: Omit<LatencyPlan, 'firstNumber'>): Promise<LatencyResult> =>
  inOwnProcess('latency.ts', { ...plan, firstNumber: newNumbers() } satisfies LatencyPlan)

/** How many purchases are completed. */
export const checkout = (plan: Omit<CheckoutPlan, 'firstNumber'>): Promise<CheckoutResult> =>
  inOwnProcess('checkout.ts', { ...plan, firstNumber: newNumbers() } satisfies CheckoutPlan)

async function inOwnProcess<T>(file: string, plan: object): Promise<T> {
  const child = spawnNode({ words: [join(import.meta.dirname, file)], env: { NODE_ENV: 'production' } })
  child.process.send(plan)
  try {
    return await messageOf<T>(child)
  } finally {
    await child.stop()
  }
}
