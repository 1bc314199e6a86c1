import { startSandbox, type SandboxOptions } from './start-sandbox.ts'

const { env } = process
const log = (line: string) => void process.stderr.write(`sandbox: ${line}\n`)
const portOf = (text: string | undefined) => Number(text ?? 0)

const sandbox = await startSandbox({
  dataDir: env.SANDBOX_DATA ?? '.kura/sandbox',
  port: portOf(env.SANDBOX_PORT),
  ...network(),
  smtpPort: portOf(env.SMTP_PORT),
  appUrl: env.APP_URL ?? 'http://localhost:3000',
  host: env.HOST || undefined,
  log,
})

/** Our own network, or the one named; neither is fine for a sandbox of cards and mail only. */
function network(): Pick<SandboxOptions, 'flowPort' | 'outsideFlow'> {
  if (env.FLOW_PORT) return { flowPort: portOf(env.FLOW_PORT) }
  const privateKey = env.FLOW_PAYER_KEY ?? env.KURA_FLOW_KEY
  if (!env.FLOW_ACCESS_NODE || !privateKey) return {}
  // The service account of a local network is always at this address.
  const address = env.FLOW_PAYER_ADDRESS ?? 'f8d6e0586b0a20c7'
  return { outsideFlow: { accessNode: env.FLOW_ACCESS_NODE, payer: { address, privateKey } } }
}

const stop = () => void sandbox.close().finally(() => process.exit())
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// A sandbox whose supervisor died would hold its ports for nobody.
process.once('disconnect', stop)
// Half a sandbox is of no use: its starter restarts it whole.
sandbox.failed.catch(() => process.exit(1))
process.send?.({ ready: true, addresses: sandbox.addresses })
log(`pages at ${sandbox.addresses.pages}`)
