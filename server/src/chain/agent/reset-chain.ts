import { connect } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { chainForgotten } from '../chain-events.ts'
import { forgetChain } from '../index/index-queries.ts'

/**
 * Forgets everything the database knows of a chain that is thrown away, so that a new one starts
 * with it from nothing.
 */
export async function resetChain({
  databaseUrl,
  log,
}: {
  databaseUrl: string
  log: (line: string) => void
}): Promise<void> {
  const sql = connect(databaseUrl, 1)
  try {
    const reopened = await transaction(sql, async (db) => {
      await forgetChain(db)
      const results = await chainForgotten.publish(db, {})
      return results.reduce((sum, result) => sum + (result.reopened ?? 0), 0)
    })
    log('tokens, transactions and the index of the old chain are forgotten; items will be registered again')
    if (reopened > 0) log(`${reopened} opened packs will be minted again, into the vaults of the new chain`)
  } finally {
    await sql.end()
  }
}
