import { reportDueDrift } from '../../chain/index/sale-drift-report.ts'
import type { SaleDrift } from '../../chain/index/sale-drift-report.ts'
import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import { keepResults } from './result-queries.ts'

/** As the metrics and alarms call it. */
const name = 'sales-on-chain'
/** How many accounts where nothing stands any more are asked about in one run. */
const endedPerRun = 500

/**
 * Compares every order that stands, and in turn those that are over and have not run out, with what their sellers' accounts show on chain. Keeps
 * the count for the metrics, and raises an alarm that names the first that differ. Fails with SERVICE_UNAVAILABLE while the chain does not answer: nothing is kept then.
 */
export async function checkSales(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics' | 'accessNode' | 'chain'>,
): Promise<SaleDrift[]> {
  const begun = performance.now()
  const drift = await askChain(deps, () => reportDueDrift(deps, { most: endedPerRun }))
  const seconds = (performance.now() - begun) / 1000
  await keepResults(deps.sql, [{ invariant: name, violations: drift.length, seconds }], true)
  if (drift.length > 0) {
    const first = drift.slice(0, 3).map(({ orderId, what }) => `${orderId}: ${what}`)
    const message = `${drift.length} orders differ from the chain, the first: ${first.join('; ')}`
    await raiseAlarm(deps, { kind: 'invariant', subject: name, message })
  }
  return drift
}
