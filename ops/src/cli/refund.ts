import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { withSql } from './with-sql.ts'

const usage = 'npm run kura -- refund <order id> --reason <text> [--by <name>] [--dry-run]'

/** Gives what an unopened pack was paid with back to where it came from. Who did it and why is in the audit. */
export async function refund(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [orderId, ...rest] = positionals
  if (orderId === undefined || rest.length > 0) throw new Problem('Which order is to be refunded?', usage)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(orderId))
    throw new Problem(`${orderId} is not an id of an order.`, usage)
  const reason = values.reason?.trim() ?? ''
  const isDryRun = values['dry-run'] ?? false
  if (reason === '' && !isDryRun) throw new Problem('Why? The reason is kept in the audit.', usage)
  const { refundByHand } = await import('@kura/server/order/refund-by-hand')
  const by = values.by ?? userInfo().username
  await withSql(async (sql) => {
    try {
      await refundByHand({ sql }, { orderId, by, reason, isDryRun }, console.log)
    } catch (error) {
      if ((error as { code?: string }).code !== 'REFUND_REFUSED') throw error
      throw new Problem(`Nothing was changed: ${(error as Error).message}.`, usage)
    }
  })
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
