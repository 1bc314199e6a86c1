import { connect } from '../db/connect.ts'
import { forgetChain } from './index-queries.ts'

/** Forgets everything the database knows of a chain that is thrown away, so that a new one starts with it from nothing. */
export async function resetChain({
  databaseUrl,
  log,
}: {
  databaseUrl: string
  log: (line: string) => void
}): Promise<void> {
  const sql = connect(databaseUrl, 1)
  try {
    await sql.begin((db) => forgetChain(db))
    log('tokens, transactions and the index of the old chain are forgotten; items will be registered anew')
  } finally {
    await sql.end()
  }
}
