import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { requireServerEnv } from './with-database.ts'

const usage =
  'npm run kura -- chain pause|resume --reason <text> [--by <name>] [--dry-run] | report [--json]: sales between members'

/**
 * Pauses or resumes all sales between members on chain, and reports where listings and chain
 * differ.
 */
export async function chain(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [act, ...rest] = positionals
  const isPause = act === 'pause' || act === 'resume'
  if ((!isPause && act !== 'report') || rest.length > 0) throw new Problem('What is to be done with the chain?', usage)
  const isDryRun = values['dry-run'] ?? false
  const reason = values.reason?.trim() ?? ''
  if (isPause && reason === '' && !isDryRun) throw new Problem('Why? The reason is kept in the audit.', usage)
  await onChain(async ({ deps, pauseSales, findSaleAgent, reportSaleDrift }) => {
    if (!isPause) return report({ deps, findSaleAgent, reportSaleDrift }, values.json ?? false)
    const by = values.by ?? userInfo().username
    try {
      await pauseSales(deps, { act, by, reason, isDryRun }, console.log)
    } catch (error) {
      if ((error as { code?: string }).code !== 'PAUSE_REFUSED') throw error
      throw new Problem(`Nothing was changed: ${(error as Error).message}.`, usage)
    }
  })
}

type Tools = Awaited<ReturnType<typeof loadTools>>

/** Sets exit code 1 when something differs. */
async function report(
  { deps, findSaleAgent, reportSaleDrift }: Pick<Tools, 'deps' | 'findSaleAgent' | 'reportSaleDrift'>,
  asJson: boolean,
): Promise<void> {
  const [agent, drift] = [await findSaleAgent(deps), await reportSaleDrift(deps)]
  if (drift.length > 0) process.exitCode = 1
  if (asJson) return console.log(JSON.stringify({ agent: agent ?? null, drift }, null, 2))
  if (agent) {
    const { paused, salesToday, maxSalesPerDay, yenToday, maxYenPerDay } = agent
    console.log(`sales are ${paused ? 'paused' : 'open'}`)
    console.log(`today ${salesToday} of ${maxSalesPerDay} sales, ${yenToday} of ${maxYenPerDay} yen`)
  } else console.log(`the account ${deps.chain.agentAddress} is no agent of sales`)
  for (const { orderId, what } of drift) console.log(`${orderId}  ${what}`)
  console.log(drift.length === 0 ? 'listings and chain agree' : `${drift.length} differences`)
}

async function onChain(work: (tools: Tools) => Promise<void>): Promise<void> {
  const tools = await loadTools()
  try {
    await work(tools)
  } finally {
    await tools.deps.close()
  }
}

async function loadTools() {
  const [{ buildDeps }, { readEnv }, pausing, reporting] = await Promise.all([
    import('@kura/server/deps'),
    import('@kura/server/env'),
    import('@kura/server/chain/agent/pause-sales'),
    import('@kura/server/chain/index/sale-drift-report'),
  ])
  const deps = await buildDeps(readEnv({ ...requireServerEnv(), LOG_LEVEL: 'fatal' }))
  return { deps, ...pausing, ...reporting }
}

function readWords(words: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { by: text, reason: text, 'dry-run': flag, json: flag },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
