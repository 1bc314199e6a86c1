import { startSandbox } from './start-sandbox.ts'

const { env } = process
const log = (line: string) => void process.stderr.write(`sandbox: ${line}\n`)
const portOf = (text: string | undefined) => Number(text ?? 0)

const sandbox = await startSandbox({
  dataDir: env.SANDBOX_DATA ?? '.kura/sandbox',
  port: portOf(env.SANDBOX_PORT),
  smtpPort: portOf(env.SMTP_PORT),
  appUrl: env.APP_URL ?? 'http://localhost:3000',
  host: env.HOST || undefined,
  log,
})

const stop = () => void sandbox.close().finally(() => process.exit())
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// A sandbox whose supervisor died would hold its ports for nobody.
process.once('disconnect', stop)
process.send?.({ ready: true, addresses: sandbox.addresses })
log(`pages at ${sandbox.addresses.pages}`)
