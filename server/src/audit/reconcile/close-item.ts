import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { closeByHand } from './item-queries.ts'
import type { OpenItem } from './item-queries.ts'
import { clearFor } from './note-page.ts'

type Closing = { id: string; by: string; reason: string }

/**
 * `kura reconcile --close`: a person has looked at a difference. It stays closed while it says the same, and who closed it and why
 * is in the audit. Undefined when no such item is open.
 */
export async function closeItem(deps: Pick<Deps, 'sql'>, closing: Closing): Promise<OpenItem | undefined> {
  const item = await transaction(deps.sql, async (db) => {
    const closed = await closeByHand(db, closing)
    if (!closed) return undefined
    const { source, kind, subject, what } = closed
    const details = { reason: closing.reason, source, kind, subject, what }
    await recordAct(db, {
      actor: `operator:${closing.by}`,
      act: 'open-item.closed',
      subject: closed.orderId ?? closing.id,
      details,
    })
    return closed
  })
  if (item) await clearFor(deps, item.source, [item])
  return item
}
