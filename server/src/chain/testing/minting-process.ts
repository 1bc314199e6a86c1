import { createAccessNode } from '@kura/cadence/access-node'
import { keyFileSigner } from '@kura/cadence/sign'
import { connect } from '../../platform/db/connect.ts'
import type { ChainConfig } from '../../platform/flow/chain-config.ts'
import { settleTransactions } from '../agent/submit-transaction.ts'

export type MintingOrder = { databaseUrl: string; nodeUrl: string; keyFile: string; chain: ChainConfig }

// A worker that is meant to be killed: it settles without end and says so once it has begun.
const order = JSON.parse(process.argv[2]!) as MintingOrder
const deps = {
  sql: connect(order.databaseUrl, 4),
  accessNode: createAccessNode({ url: order.nodeUrl }),
  signer: keyFileSigner(order.keyFile),
  chain: order.chain,
  log: { info() {}, warn() {}, error() {} },
}
process.stdout.write('begun\n')
for (;;) await settleTransactions(deps)
