import { refundByHand } from '@kura/server/checkout/order/refund-by-hand'
import { buildDeps } from '@kura/server/deps'
import { readEnv } from '@kura/server/env'
import { makePayoutBatch, releasePayoutBatch } from '@kura/server/money/payout/batch'
import { readPayoutResult } from '@kura/server/money/payout/result'

// One act of an operator as a process of its own, which a fault may kill: its name, and its options
// as JSON. Prints what the command says, or the code of its refusal.
const [act, options = '{}'] = process.argv.slice(2)
const deps = await buildDeps(readEnv(process.env))
const order = JSON.parse(options) as never
const say = (line: string): void => console.log(line)
const acts: Record<string, () => Promise<void>> = {
  batch: () => makePayoutBatch(deps, order, say),
  release: () => releasePayoutBatch(deps, order, say),
  result: () => readPayoutResult(deps, order, say),
  undo: () => refundByHand(deps, order, say),
}
try {
  await acts[act ?? '']?.()
} catch (error) {
  console.log((error as { refusal?: string }).refusal ?? (error as Error).stack)
  process.exitCode = 1
} finally {
  await deps.close()
}
