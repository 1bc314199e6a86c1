import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { refundByHand } from '@kura/server/checkout/order/refund-by-hand'
import { Problem } from '../problem.ts'
import { runningServerEnv } from './with-database.ts'
import { withSql } from './with-sql.ts'

const usage = 'npm run kura -- refund <order id> --reason <text> [--by <name>] [--dry-run]'

/** Refunds an unopened pack to the means it was paid with. The audit records who did it and why. */
export async function refund(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [orderId, ...rest] = positionals
  if (orderId === undefined || rest.length > 0) throw new Problem('Which order is to be refunded?', usage)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(orderId))
    throw new Problem(`${orderId} is not an id of an order.`, usage)
  const reason = values.reason?.trim() ?? ''
  const isDryRun = values['dry-run'] ?? false
  if (reason === '' && !isDryRun) throw new Problem('Why? The reason is kept in the audit.', usage)
  const { refundByHand: giveBack } = await import('@kura/server/checkout/order/refund-by-hand')
  const by = values.by ?? userInfo().username
  await withShop(async (shop) => {
    try {
      await giveBack(shop, { orderId, by, reason, isDryRun }, console.log)
    } catch (error) {
      if ((error as { code?: string }).code !== 'REFUND_REFUSED') throw error
      throw new Problem(`Nothing was changed: ${(error as Error).message}.`, usage)
    }
  })
}

type Shop = Parameters<typeof refundByHand>[0]

/** Runs work with the books and, while Kura runs, with its gateways. */
async function withShop(work: (shop: Shop) => Promise<void>): Promise<void> {
  const env = runningServerEnv()
  if (!env) return withSql((sql) => work({ sql }))
  const [{ buildDeps }, { readEnv }] = await Promise.all([import('@kura/server/deps'), import('@kura/server/env')])
  const deps = await buildDeps(readEnv({ ...env, LOG_LEVEL: 'fatal' }))
  try {
    await work(deps)
  } finally {
    await deps.close()
  }
}

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { by: { type: 'string' }, reason: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
