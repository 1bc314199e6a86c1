import { runningServerEnv, withDatabase } from './with-database.ts'

type Violation = { invariant: string; what: string; id: string }

/** Checks the books, and also the card gateway and the chain while Kura runs. */
async function findViolations(): Promise<Violation[]> {
  const { checkInvariants } = await import('@kura/server/audit/check/check')
  const env = runningServerEnv()
  if (env) {
    const { buildDeps } = await import('@kura/server/deps')
    const { readEnv } = await import('@kura/server/env')
    const deps = await buildDeps(readEnv({ ...env, LOG_LEVEL: 'fatal' }))
    try {
      return await checkInvariants(deps, { withGateway: true, withChain: true })
    } finally {
      await deps.close()
    }
  }
  const { connect } = await import('@kura/server/platform/db/connect')
  let found: Violation[] = []
  await withDatabase(async (url) => {
    const sql = connect(url, 2)
    try {
      found = await checkInvariants({ sql })
    } finally {
      await sql.end()
    }
  })
  return found
}

/**
 * Compares ledger, orders, tokens, gateway and chain. Names every contradiction; any of them sets
 * exit code 1.
 */
export async function check(words: string[]): Promise<void> {
  const found = await findViolations()
  if (words.includes('--json')) console.log(JSON.stringify(found, null, 2))
  else if (found.length === 0) console.log('No contradiction found.')
  else for (const { invariant, id, what } of found) console.log(`${invariant.padEnd(4)} ${id}  ${what}`)
  if (found.length > 0) process.exitCode = 1
}
