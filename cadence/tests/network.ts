import { createAccessNode, type AccessNode } from '../src/access-node.ts'
import { deployContracts, type DeployOptions, type Deployment } from '../src/deploy.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFlowNode } from '../../sandbox/flow/start-node.ts'

export type TestNetwork = {
  url: string
  accessNode: AccessNode
  home: string
  payer: DeployOptions['payer']
  deploy(options?: Partial<DeployOptions>): Promise<Deployment>
  close(): Promise<void>
}

/** The network KURA_FLOW names (its payer's key in KURA_FLOW_KEY), or an embedded one of its own. */
export async function startTestNetwork(): Promise<TestNetwork> {
  const home = mkdtempSync(join(tmpdir(), 'kura-chain-'))
  const given = process.env.KURA_FLOW
  const node = given ? undefined : await startFlowNode({ dataDir: join(home, 'flow'), port: 0 })
  const url = given ?? node!.url
  const payer = node
    ? node.serviceKey
    : {
        address: process.env.KURA_FLOW_ADDRESS ?? '0xf8d6e0586b0a20c7',
        privateKey: process.env.KURA_FLOW_KEY ?? '',
      }
  const accessNode = createAccessNode({ url })
  return {
    url,
    accessNode,
    home,
    payer,
    deploy: (options) => deployContracts({ accessNode, payer, home, agentKeys: 5, log: () => {}, ...options }),
    close: async () => {
      await node?.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
