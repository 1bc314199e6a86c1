import { connect } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { forgetGifts } from '../../market/gift/follow-gifts.ts'
import { endAllListings } from '../../market/listing/follow-orders.ts'
import { reopenAll } from '../../shop/opening/reopen-all.ts'
import { forgetAnnouncements } from '../../shop/pack/forget-announcements.ts'
import { forgetTrades } from '../../market/trade/move-trades.ts'
import { forgetTransfers } from '../../market/transfer/follow-transfers.ts'
import { forgetChain } from '../index/index-queries.ts'

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
    const reopened = await transaction(sql, async (db) => {
      await forgetChain(db)
      await forgetAnnouncements(db)
      await endAllListings(db)
      await forgetGifts(db)
      await forgetTransfers(db)
      await forgetTrades(db)
      return reopenAll(db)
    })
    log('tokens, transactions and the index of the old chain are forgotten; items will be registered anew')
    if (reopened > 0) log(`${reopened} opened packs will be minted again, into the vaults of the new chain`)
  } finally {
    await sql.end()
  }
}
