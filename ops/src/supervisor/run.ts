import { join } from 'node:path'
import { migrate } from '@kura/db/migrate'
import { signal } from '@kura/db/process-identity'
import { connect } from '@kura/server/platform/db/connect'
import { refuseMovedClock } from '@kura/server/platform/db/moved-clock'
import type { Settings } from '../settings.ts'
import type { Child } from './child.ts'
import { keepDatabase, useDatabase } from './database.ts'
import type { Database } from './database.ts'
import { addDemoService, importDemo } from './demo.ts'
import { writeInstance } from './instance.ts'
import type { Instance } from './instance.ts'
import { liveEnv } from './live.ts'
import type { Narrator } from './narrator.ts'
import { addressOf, deploy, keepSandbox } from './outside.ts'
import { portPicker, requirePort } from './ports.ts'
import { endChild, forgetChild, listChildren } from './run-files.ts'
import { chainEnv, publicUrl, sandboxEnv, serverEnv } from './server-env.ts'
import { keepServer } from './servers.ts'
import { watchPages } from './watch-pages.ts'
import { buildWeb } from './web-build.ts'

/** What runs so far. Filled during the start, so that a stop ends exactly what was started. */
export type Running = { servers: Child[]; sandbox?: Child; database?: Database }

export type Context = {
  settings: Settings
  narrator: Narrator
  stop: AbortSignal
  running: Running
}

type Addresses = Omit<Instance, 'processes'>

function processesOf(running: Running): Instance['processes'] {
  const database = running.database?.current()
  const children = [running.sandbox, ...running.servers].flatMap((child) => {
    const current = child?.current()
    return child && current ? [{ name: child.name, ...current }] : []
  })
  return [...(database ? [{ name: 'postgres', ...database }] : []), ...children]
}

const logFileOf = ({ home, live, dev }: Settings, name: string) =>
  live || dev ? undefined : join(home, 'logs', `${name}.log`)

/** Ends the sandbox and servers that a killed supervisor left behind. */
async function clearLeftovers({ settings, narrator }: Context) {
  const left = listChildren(settings.home)
  if (left.length === 0) return
  await narrator.step('Stopping what an earlier start left behind', async () => {
    await Promise.all(
      left.map(async ({ name, process }) => {
        await endChild(process, 5000)
        forgetChild(settings.home, name)
      }),
    )
    return left.map(({ name }) => name).join(', ')
  })
}

async function startDatabase(context: Context, pick: (preferred: number) => Promise<number>, onMoved: () => void) {
  const { settings, narrator, running } = context
  await narrator.step('PostgreSQL', async (log) => {
    if (settings.databaseUrl) {
      running.database = await useDatabase(settings.databaseUrl)
      return `that of DATABASE_URL (${new URL(settings.databaseUrl).host})`
    }
    const keep = { settings, log: narrator.line, onMoved, pickPort: () => pick(settings.port + 4) }
    const { database, port, adopted } = await keepDatabase({ ...keep, starting: log })
    running.database = database
    return `${adopted ? 'runs already' : 'ready'} on port ${port}`
  })
  await narrator.step('Migrations', async (log) => {
    const { applied } = await migrate({ url: running.database?.url() ?? '', log })
    return applied.length === 0 ? 'up to date' : `${applied.length} applied`
  })
  if (settings.live) await refuseMovedClockOf(running.database?.url() ?? '')
}

// Each server checks it too; here it is reported before anything is started.
async function refuseMovedClockOf(url: string) {
  const sql = connect(url, 1)
  try {
    await refuseMovedClock(sql)
  } finally {
    await sql.end()
  }
}

/** Starts the sandbox with its chain, or on a live site uses the services the owner named. */
async function startOutside(context: Context, pick: (preferred: number) => Promise<number>, addresses: Addresses) {
  const { settings, narrator, running } = context
  if (settings.live) return liveEnv()
  const ports = {
    sandbox: await pick(settings.port + 1),
    flow: await pick(settings.port + 2),
    smtp: await pick(settings.port + 3),
  }
  const base = addressOf(settings, ports.sandbox)
  await narrator.step('Sandbox', async () => {
    running.sandbox = keepSandbox({
      settings,
      ports,
      logFile: logFileOf(settings, 'sandbox'),
      log: narrator.line,
    })
    await running.sandbox.ready
    return `ready on port ${ports.sandbox}`
  })
  const accessNode = settings.flow?.accessNode ?? addressOf(settings, ports.flow)
  Object.assign(addresses, {
    sandbox: base,
    wallet: `${base}/discovery`,
    mailbox: `${base}/mail`,
    card: `${base}/card`,
    captcha: `${base}/captcha/api.js`,
    smtp: `smtp://127.0.0.1:${ports.smtp}`,
    accessNode,
  })
  let chain = {}
  await narrator.step('Contracts', async (log) => {
    const deployed = await deploy(settings, accessNode, log)
    chain = chainEnv(accessNode, deployed)
    addresses.flow = { ...deployed }
    return `on ${deployed.contractAddress}`
  })
  return { ...sandboxEnv({ base, smtpPort: ports.smtp, home: settings.home }), ...chain }
}

async function startServers(context: Context, env: () => Record<string, string>, metricsPorts: number[]) {
  const { settings, narrator, running } = context
  await narrator.step(settings.processes === 1 ? 'Server' : `${settings.processes} server processes`, async () => {
    for (const [index, metricsPort] of metricsPorts.entries()) {
      const number = index + 1
      const logFile = logFileOf(settings, `server-${number}`)
      running.servers.push(keepServer({ settings, number, env, metricsPort, logFile, log: narrator.line }))
    }
    await Promise.all(running.servers.map((server) => server.ready))
    return `ready on port ${settings.port}`
  })
}

/** Starts everything in order and reports each step; resolves when the app responds. */
export async function runSteps(context: Context): Promise<void> {
  const { settings, narrator, stop, running } = context
  const checkpoint = () => stop.throwIfAborted()
  const addresses: Addresses = { app: publicUrl(settings), home: settings.home, live: settings.live }
  const note = () => writeInstance(settings.home, { ...addresses, processes: processesOf(running) })
  await clearLeftovers(context)
  await requirePort(settings.port)
  note()
  const pick = portPicker()
  const metricsPorts: number[] = []
  for (let index = 0; index < settings.processes; index++) metricsPorts.push(await pick(settings.port + 5 + index))
  addresses.metrics = metricsPorts.map((port) => `http://127.0.0.1:${port}/metrics`)
  await startDatabase(context, pick, () => restartServers(context, 'PostgreSQL has moved to another port'))
  checkpoint()
  const outside = await startOutside(context, pick, addresses)
  checkpoint()
  const env = () => serverEnv(settings, running.database?.url() ?? '', outside)
  addresses.database = env()['DATABASE_URL']
  addresses.serverEnv = env()
  note()
  await narrator.step('Pages', async () => buildWeb(stop))
  checkpoint()
  if (settings.demo) await importDemo(narrator, env(), stop)
  if (settings.demo && addresses.sandbox) await addDemoService(env()['DATABASE_URL'] ?? '', addresses.sandbox)
  checkpoint()
  await startServers(context, env, metricsPorts)
  note()
  keepNoted(context, note)
  if (settings.dev)
    watchPages({ log: narrator.line, stop, onBuilt: () => restartServers(context, 'The pages were rebuilt') })
}

/** Writes the addresses again after each restart of a child. */
function keepNoted({ running, narrator, stop }: Context, note: () => void) {
  let noted = JSON.stringify(processesOf(running))
  const timer = setInterval(() => {
    const now = JSON.stringify(processesOf(running))
    if (stop.aborted || now === noted) return
    try {
      note()
      noted = now
    } catch (error) {
      narrator.line(`instance.json cannot be written: ${(error as Error).message}`)
    }
  }, 500)
  timer.unref()
}

/**
 * Restarts the servers after a change: each finishes its requests and ends, and is started again.
 */
function restartServers({ running, narrator }: Context, reason: string) {
  narrator.line(`${reason}: the server starts again`)
  for (const server of running.servers) {
    const current = server.current()
    if (current) signal(current, 'SIGTERM')
  }
}

/** Ends the servers, which finish their requests first, then the sandbox. */
export async function stopChildren({ running, narrator }: Pick<Context, 'running' | 'narrator'>) {
  const { servers, sandbox } = running
  if (servers.length > 0) {
    await narrator.step('Stopping the server', async () => {
      await Promise.all(servers.map((server) => server.stop(25_000)))
    })
  }
  if (sandbox) await narrator.step('Stopping the sandbox', () => sandbox.stop(10_000))
}

/** Ends the database, always last. */
export async function stopDatabase({ running, narrator }: Pick<Context, 'running' | 'narrator'>) {
  const { database } = running
  if (database?.current()) await narrator.step('Stopping PostgreSQL', () => database.stop())
}
