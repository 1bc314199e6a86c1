import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { connect } from '@kura/server/platform/db/connect'
import { upsertClient } from '@kura/server/identity/service/queries'
import { Problem } from '../problem.ts'
import { rootFolder } from '../settings.ts'
import { compileCacheNames } from './child.ts'
import { given } from './live.ts'
import type { Narrator } from './narrator.ts'

const demoFolder = join(rootFolder, 'catalogue')

async function hasCatalogue(databaseUrl: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const rows = await sql`select 1 from catalogue_imports limit 1`
    return rows.length > 0
  } finally {
    await sql.end()
  }
}

// A separate process: pictures take memory and processor time, which the supervisor must not use.
function runImport(env: Record<string, string>, log: (line: string) => void, stop: AbortSignal): Promise<void> {
  const main = join(import.meta.dirname, '..', 'cli', 'import-process.ts')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, demoFolder], {
      env: { ...given(process.env, ['PATH', 'KURA_DEBUG', ...compileCacheNames]), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: stop,
    })
    let complaint = ''
    createInterface({ input: child.stdout }).on('line', log)
    child.stderr.on('data', (chunk: Buffer) => (complaint += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else
        reject(
          new Problem(
            `The demo catalogue was not imported:\n${complaint.trim()}`,
            'Start again; what was done is kept.',
          ),
        )
    })
  })
}

/** The service that the sandbox plays, at its address of this start. */
export async function addDemoService(databaseUrl: string, sandbox: string): Promise<void> {
  const sql = connect(databaseUrl, 1)
  try {
    await upsertClient(sql, {
      id: 'sandbox-gallery',
      name: { ja: 'サンドボックス・ギャラリー', en: 'Sandbox Gallery' },
      homepage: `${sandbox}/service`,
      picture: null,
      redirectUris: [`${sandbox}/service/back`],
      scopes: ['profile', 'pieces'],
    })
  } finally {
    await sql.end()
  }
}

/** Returns a public passcode of the demo catalogue for visitors who try the shop, or undefined. */
export function findDemoPasscode(): string | undefined {
  const file = join(demoFolder, 'passcodes.yaml')
  if (!existsSync(file)) return undefined
  return /^- .*?code: ([\w-]+)/m.exec(readFileSync(file, 'utf8'))?.[1]
}

/** Imports the demo catalogue on the first start of a database. */
export async function importDemo(narrator: Narrator, env: Record<string, string>, stop: AbortSignal): Promise<void> {
  if (!existsSync(demoFolder) || !readdirSync(demoFolder).some((name) => /\.(ya?ml|csv)$/.test(name))) return
  if (await hasCatalogue(env['DATABASE_URL'] ?? '')) return
  await narrator.step('Demo catalogue', async (log) => {
    await runImport(env, log, stop)
    return 'imported'
  })
}
