import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxOptions } from './start-sandbox.ts'
import type { Payer } from './wallet/chain.ts'

type FlowNode = { port: number; failed: Promise<never>; close(): Promise<void> }

const flowFolder = ({ dataDir }: SandboxOptions) => join(dataDir, 'flow')

/**
 * Starts our own Flow network where one is asked for; its data lies in `flow/` of the data folder.
 */
export async function startFlow(options: SandboxOptions, host: string): Promise<FlowNode | undefined> {
  const { flowPort, log } = options
  if (flowPort === undefined) return undefined
  const { startFlowNode } = await import('../flow/start-node.ts')
  return startFlowNode({ dataDir: flowFolder(options), port: flowPort, host, log })
}

/**
 * The account that pays for new accounts: of the network outside, or our own network's service
 * account.
 */
export async function readPayer(options: SandboxOptions): Promise<Payer> {
  if (options.outsideFlow) return options.outsideFlow.payer
  return JSON.parse(await readFile(join(flowFolder(options), 'service-key.json'), 'utf8')) as Payer
}
