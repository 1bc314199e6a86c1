import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployContracts } from '@kura/cadence/deploy'
import { chainEnv, sandboxEnv } from '../../supervisor/server-env.ts'
import { messageOf, startChild } from './child-process.ts'
import type { Child } from './child-process.ts'

/** The sandbox as a separate process, with its Flow network and the contracts deployed. */
export type Outside = {
  child: Child
  /** The environment that a server needs to use it. */
  env: Record<string, string>
  /** Address of its pages. */
  pages: string
  accessNode: string
  payer: { address: string; privateKey: string }
}

/** Starts the sandbox; its notices go to `appUrl`. */
export async function startOutside(home: string, appUrl: string): Promise<Outside> {
  const data = join(home, 'outside')
  mkdirSync(data, { recursive: true })
  const child = startChild({
    words: [join('sandbox', 'src', 'main.ts')],
    env: { SANDBOX_DATA: data, SANDBOX_PORT: '0', SMTP_PORT: '0', FLOW_PORT: '0', APP_URL: appUrl },
    logFile: join(home, 'sandbox.log'),
  })
  const { addresses } = await messageOf<{ addresses: Record<string, string> }>(child)
  const { pages = '', accessNode = '', smtp = '' } = addresses
  const payer = JSON.parse(readFileSync(join(data, 'flow', 'service-key.json'), 'utf8')) as Outside['payer']
  const deployed = await deployContracts({ accessNode, payer, home: data, log: () => {} })
  const sandbox = sandboxEnv({ base: pages, smtpPort: Number(new URL(smtp).port), home: data }, {})
  return { child, env: { ...sandbox, ...chainEnv(accessNode, deployed) }, pages, accessNode, payer }
}

/** Sets switches of the sandbox or of its network; fails when they are not understood. */
export async function play(url: string, switches: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(switches) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}
