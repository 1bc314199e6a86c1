import { makePayoutBatch, releasePayoutBatch } from '@kura/server/money/payout/batch'
import { readPayoutResult } from '@kura/server/money/payout/result'
import { connect } from '@kura/server/platform/db/connect'

// One act of an operator with a batch of payouts, in a process of its own: its database, its name,
// its file. Sends how long it took and the most memory it held.
const [url = '', act, path = ''] = process.argv.slice(2)
const sql = connect(url, 2)
const deps = {
  sql,
  env: { PUBLIC_URL: 'http://127.0.0.1' },
  log: { error: () => {} },
  metrics: { alarms: { inc: () => {} } },
} as never
const bank = { bankCode: '0001', bankName: 'ﾐｽﾞﾎ', branchCode: '001', branchName: 'ﾄｳｷﾖｳ' }
const payer = { code: '1', name: 'ｶ)ｸﾗ', bank, account: { type: 'ordinary', number: '1111111' } } as const
const quiet = (): void => {}
const acts: Record<string, () => Promise<void>> = {
  batch: () => makePayoutBatch(deps, { payOn: '2030-01-04', by: 'maker', isDryRun: false }, quiet),
  release: () => releasePayoutBatch(deps, { number: 1, by: 'releaser', path, payer }, quiet),
  result: () => readPayoutResult(deps, { number: 1, by: 'maker', path }, quiet),
}
const begun = performance.now()
await acts[act ?? '']?.()
const seconds = (performance.now() - begun) / 1000
process.send?.({ seconds, memoryMb: process.resourceUsage().maxRSS / 1000 })
await sql.end()
