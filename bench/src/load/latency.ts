import { Agent, request } from 'node:http'
import { lateOf, medianOf } from '../measure/spread.ts'
import { firstTurnOf, placeOf } from './plan.ts'
import type { LatencyPlan, LatencyResult } from './plan.ts'

// Sequential requests over one connection: how long a visitor waits when nobody else is there.
process.once(
  'message',
  (plan) => void run(plan as LatencyPlan).then((result) => process.send?.(result, () => process.exit(0))),
)

async function run(plan: LatencyPlan): Promise<LatencyResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  const until = performance.now() + plan.seconds * 1000
  const firstTurn = plan.sessions ? firstTurnOf(plan.firstNumber) : 0
  for (let sent = 0; performance.now() < until; sent += 1) {
    const begun = performance.now()
    await ask(agent, plan, { turn: firstTurn + sent, number: plan.firstNumber + sent })
    took.push(performance.now() - begun)
  }
  return { medianMs: medianOf(took), lateMs: lateOf(took), requests: took.length }
}

function ask(agent: Agent, plan: LatencyPlan, { turn, number }: { turn: number; number: number }): Promise<void> {
  const { method = 'GET', sessions, body } = plan
  const url = plan.url + plan.paths[turn % plan.paths.length]!
  const headers = {
    ...(sessions ? { ...placeOf(number), 'x-auth-session': `Bearer ${sessions[turn % sessions.length]}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} returned ${answer.statusCode}`))
      answer.resume().on('end', resolve).on('error', reject)
    })
    sent.on('error', reject).end(body?.replace('#', String(number)))
  })
}
