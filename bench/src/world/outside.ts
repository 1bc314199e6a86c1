import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployContracts } from '@kura/cadence/deploy'
import { chainEnv, sandboxEnv } from '@kura/ops/supervisor/server-env'
import { messageOf, spawnNode } from './node-child.ts'
import type { NodeChild } from './node-child.ts'
import type { World } from './world.ts'

/** The sandbox as the supervisor runs it: its own process, with the Flow network in it. */
export type Outside = {
  /** What a server needs to know about it. */
  env: Record<string, string>
  /** Address of its pages. */
  pages: string
  process: NodeChild
  payer: { address: string; privateKey: string }
}

let shared: Promise<Outside> | undefined

/** The sandbox of this run, with the contracts deployed; started on first use. */
export const outsideOf = (world: World): Promise<Outside> => (shared ??= startOutside(world))

async function startOutside(world: World): Promise<Outside> {
  const data = join(world.home, 'outside')
  const child = spawnNode({
    words: [join('sandbox', 'src', 'main.ts')],
    // notices go nowhere: each bench measures another server
    env: { SANDBOX_DATA: data, SANDBOX_PORT: '0', SMTP_PORT: '0', FLOW_PORT: '0', APP_URL: 'http://127.0.0.1:9' },
  })
  world.after(() => child.stop())
  const { addresses } = await messageOf<{ addresses: Record<string, string> }>(child)
  const { pages = '', accessNode = '', smtp = '' } = addresses
  const payer = JSON.parse(readFileSync(join(data, 'flow', 'service-key.json'), 'utf8')) as Outside['payer']
  const deployed = await deployContracts({ accessNode, payer, home: data, log: () => {} })
  const sandbox = sandboxEnv({ base: pages, smtpPort: Number(new URL(smtp).port), home: data }, {})
  return { env: { ...sandbox, ...chainEnv(accessNode, deployed) }, pages, process: child, payer }
}
