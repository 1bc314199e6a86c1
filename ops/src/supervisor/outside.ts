import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deployment } from '@kura/cadence/deploy'
import { collectionProfile } from '../collection-profile.ts'
import { Problem } from '../problem.ts'
import { rootFolder } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { answers, keepChild } from './child.ts'
import type { Child } from './child.ts'
import { publicUrl } from './server-env.ts'

export type SandboxPorts = { sandbox: number; flow: number; smtp: number }

type Payer = { address: string; privateKey: string }
/** The address at which a browser on this machine reaches a port: the app's, with another port. */
export function addressOf(settings: Settings, port: number): string {
  const url = new URL(publicUrl(settings))
  return `http://${url.hostname}:${port}`
}

/** Starts the sandbox and keeps it running; the returned `ready` resolves when it responds. */
export function keepSandbox(options: {
  settings: Settings
  ports: SandboxPorts
  logFile: string | undefined
  log: (line: string) => void
}): Child {
  const { settings, ports } = options
  const network = settings.flow
    ? {
        FLOW_ACCESS_NODE: settings.flow.accessNode,
        FLOW_PAYER_ADDRESS: settings.flow.address,
        FLOW_PAYER_KEY: settings.flow.privateKey,
      }
    : { FLOW_PORT: String(ports.flow) }
  return keepChild({
    name: 'sandbox',
    words: [join(rootFolder, 'sandbox', 'src', 'main.ts')],
    cwd: rootFolder,
    home: settings.home,
    env: () => ({
      PATH: process.env['PATH'],
      LOG_LEVEL: process.env['LOG_LEVEL'],
      SANDBOX_DATA: settings.home,
      SANDBOX_PORT: String(ports.sandbox),
      SMTP_PORT: String(ports.smtp),
      APP_URL: publicUrl(settings),
      HOST: settings.host,
      ...network,
    }),
    logFile: options.logFile,
    isReady: () => answers(`http://127.0.0.1:${ports.sandbox}/sandbox/health`),
    log: options.log,
  })
}

function servicePayer(home: string): Payer {
  const path = join(home, 'flow', 'service-key.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Payer
  } catch (error) {
    throw new Problem(
      `The key of the local chain cannot be read: ${path}`,
      'Run `npm run kura -- reset --chain` and start again.',
      error,
    )
  }
}

/** Deploys or updates the contracts on the network that Kura uses. */
export async function deploy(settings: Settings, accessNode: string, log: (line: string) => void): Promise<Deployment> {
  const { deployContracts } = await import('@kura/cadence/deploy')
  const payer = settings.flow ?? servicePayer(settings.home)
  const profile = collectionProfile(publicUrl(settings), process.env['SITE_NAME'] || undefined)
  return deployContracts({ accessNode, payer, home: settings.home, profile, log })
}
