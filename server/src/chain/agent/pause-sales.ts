import { getAgent, readAgent, type SaleAgent } from '@kura/cadence/sale-agent'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { addressesOf, type ChainDeps } from '../../platform/flow/chain-config.ts'
import { indexAll } from '../index/index-once.ts'
import { intend, waitForSeal } from './submit-transaction.ts'

/** Sales could not be paused or resumed, in a sentence for the person who asked. */
export class PauseRefusedError extends Error {
  readonly code = 'PAUSE_REFUSED'
}
export type PauseOrder = { act: 'pause' | 'resume'; by: string; reason: string; isDryRun: boolean }

/** Keys, caps and counters of our agent as the chain has them, and whether sales are paused. */
export async function findSaleAgent({
  accessNode,
  chain,
}: Pick<ChainDeps, 'accessNode' | 'chain'>): Promise<SaleAgent | undefined> {
  return readAgent(await accessNode.runScript(getAgent(addressesOf(chain), { agent: chain.agentAddress })))
}

/**
 * `kura chain pause|resume`: stops or resumes listing and delivering for everybody, on chain;
 * sellers can cancel their orders all the while. Waits for the seal. The audit keeps who did it and
 * why. Fails with a PauseRefusedError.
 */
export async function pauseSales(
  deps: Pick<Deps, keyof ChainDeps>,
  { act, by, reason, isDryRun }: PauseOrder,
  say: (line: string) => void,
): Promise<void> {
  const paused = act === 'pause'
  const agent = await findSaleAgent(deps)
  if (!agent) throw new PauseRefusedError(`the account ${deps.chain.agentAddress} is no agent of sales`)
  if (agent.paused === paused) throw new PauseRefusedError(paused ? 'sales are paused already' : 'sales are not paused')
  if (isDryRun) return say(`sales would be ${paused ? 'paused' : 'resumed'}; nothing was changed`)
  const { id } = await transaction(deps.sql, async (db) => {
    const details = { reason }
    await recordAct(db, { actor: `operator:${by}`, act: `sales.${act}`, subject: deps.chain.contractAddress, details })
    return intend(db, { kind: 'pause-sales', cause: newId(), details: { paused } })
  })
  const row = await waitForSeal(deps, id)
  if (row.state !== 'sealed')
    throw new PauseRefusedError(`the transaction is ${row.state}: ${row.error ?? 'the worker continues with it'}`)
  await indexAll(deps)
  say(`sales are ${paused ? 'paused' : 'resumed'}, sealed in transaction ${row.txId}`)
}
