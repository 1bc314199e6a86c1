import { Agent, get } from 'node:http'
import { medianOf } from '../measure/spread.ts'
import type { LatencyPlan, LatencyResult } from './plan.ts'

// One request after the other over one connection: how long a visitor waits when nobody else is there.
process.once(
  'message',
  (plan) => void run(plan as LatencyPlan).then((result) => process.send?.(result, () => process.exit(0))),
)

async function run({ url, paths, seconds }: LatencyPlan): Promise<LatencyResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  const until = performance.now() + seconds * 1000
  for (let turn = 0; performance.now() < until; turn += 1) {
    const begun = performance.now()
    await ask(agent, url + paths[turn % paths.length]!)
    took.push(performance.now() - begun)
  }
  return { medianMs: medianOf(took), requests: took.length }
}

function ask(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })
}
