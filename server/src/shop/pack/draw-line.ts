import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import * as line from './queue-queries.ts'

/** Draws the places of everyone who came before the sale, in every line whose pack went on sale. */
export async function drawLines({ sql }: Pick<Deps, 'sql'>): Promise<void> {
  for (const packId of await line.listUndrawnLines(sql)) await drawLine({ sql }, packId)
}

/** The same for one line. Whoever comes while it is being drawn does not wait for it. */
export async function drawLine({ sql }: Pick<Deps, 'sql'>, packId: string): Promise<void> {
  await transaction(sql, async (db) => {
    if (await line.tryLockLine(db, packId)) await line.drawPlaces(db, packId)
  })
}
