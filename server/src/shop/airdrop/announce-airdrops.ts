import type { Deps } from '../../deps.ts'
import { notify } from '../../identity/notification/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { listUnnotified } from './queries.ts'

const atOnce = 200

/**
 * Tells the members whom a running airdrop names, once each; also those who are named later, or who
 * sign up later with the address that it names.
 */
export async function announceAirdrops({ sql }: Pick<Deps, 'sql'>): Promise<void> {
  for (;;) {
    const count = await transaction(sql, async (db) => {
      const named = await listUnnotified(db, atOnce)
      for (const { airdropId, memberId, name } of named) {
        const subject = `airdrop-open:${airdropId}`
        await notify(db, memberId, { event: 'airdrop-open', subject, cause: subject, facts: { name, airdropId } })
      }
      return named.length
    })
    if (count < atOnce) return
  }
}

/** The worker's job for airdrops. */
export const airdropJobs = [{ name: 'announce-airdrops', everySeconds: 60, run: announceAirdrops }] as const
