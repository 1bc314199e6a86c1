import type { Db } from '../../platform/db/connect.ts'
import { reopen } from './queries.ts'

/**
 * Every opening that was not paid back begins anew, in the transaction that forgets the chain: its tokens and transactions are
 * gone with it. Each is minted again as any other, and paid back where no vault is there in time. Answers how many.
 */
export const reopenAll = (db: Db): Promise<number> => reopen(db)
