import { listDoubtful } from './queries.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** Asks the gateway again about payments of the last day that were given up in doubt; money that came late goes back. */
export async function recheckPayments(deps: PaymentDeps, limit = 100): Promise<number> {
  const ids = await listDoubtful(deps.sql, limit)
  for (const id of ids) await settlePayment(deps, id)
  return ids.length
}
