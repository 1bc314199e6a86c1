import autocannon from 'autocannon'
import { firstTurnOf, placeOf } from './plan.ts'
import type { CannonPlan, CannonResult } from './plan.ts'

// The load generator, in its own process: its cost does not count against the server under test.
process.once(
  'message',
  (plan) => void run(plan as CannonPlan).then((result) => process.send?.(result, () => process.exit(0))),
)

async function run(plan: CannonPlan): Promise<CannonResult> {
  const { url, connections, seconds, method, headers } = plan
  const isFixed = !plan.sessions && !plan.body?.includes('#') && !plan.paths.some((path) => path.includes('#'))
  const requests = isFixed
    ? plan.paths.map((path) => ({ method, path, headers, ...(plan.body === undefined ? {} : { body: plan.body }) }))
    : [numbered(plan)]
  const begun = performance.now()
  const result = await autocannon({ url, connections, duration: seconds, requests })
  const took = (performance.now() - begun) / 1000
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0)
    throw new Error(`${failed} of ${result.requests.total} requests failed: ${JSON.stringify(result.statusCodeStats)}`)
  const { p50: medianMs, p99: lateMs } = result.latency
  return { perSecond: result.requests.average, sent: result.requests.total, seconds: took, medianMs, lateMs }
}

/** A request that is built again each time it is sent. */
function numbered(plan: CannonPlan) {
  let number = plan.firstNumber
  let turn = firstTurnOf(plan.firstNumber)
  const { paths, sessions, method, headers } = plan
  return {
    method,
    setupRequest: () => {
      number += 1
      turn += 1
      const session = sessions?.[turn % sessions.length]
      return {
        method,
        path: paths[turn % paths.length]!.replace('#', String(number)),
        // limits per source are not what is measured
        headers: {
          ...headers,
          ...placeOf(number),
          ...(session === undefined ? {} : { 'x-auth-session': `Bearer ${session}` }),
        },
        ...(plan.body === undefined ? {} : { body: plan.body.replace('#', String(number)) }),
      }
    },
  }
}
