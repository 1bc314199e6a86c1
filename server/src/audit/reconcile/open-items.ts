import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { differenceKinds, sources } from './difference.ts'
import { closeByHand, countOpen } from './item-queries.ts'
import type { OpenItem } from './item-queries.ts'
import { clearFor } from './note-page.ts'
import { listFinished } from './run-queries.ts'

type Closing = { id: string; by: string; reason: string }

/**
 * `kura reconcile --close`: an operator has checked a difference. It stays closed while it says the
 * same; the audit keeps who closed it and why. Undefined when no such item is open.
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

/**
 * Open items by source and kind, and when each source was compared to the end last, as the database
 * has them.
 */
export function showOpenItems(registry: Registry, sql: Sql): void {
  const registers = [registry]
  new Gauge({
    name: 'kura_open_items',
    help: 'differences to the outside that nobody has cleared up',
    labelNames: ['source', 'kind'],
    registers,
    async collect() {
      this.reset()
      const counts = await countOpen(sql).catch(() => undefined)
      // shown as 0 instead of missing, so that an alarm can tell a silent server from none open
      for (const source of counts ? sources : [])
        for (const kind of Object.keys(differenceKinds)) if (belongs(source, kind)) this.set({ source, kind }, 0)
      for (const { source, kind, count } of counts ?? []) this.set({ source, kind }, count)
    },
  })
  new Gauge({
    name: 'kura_reconciled_at_seconds',
    help: 'when the books were compared to the end last, in seconds since 1970',
    labelNames: ['source'],
    registers,
    async collect() {
      this.reset()
      for (const { source, at } of await listFinished(sql).catch(() => [])) this.set({ source }, at.getTime() / 1000)
    },
  })
}

const ofTokens = /token|event|owner/
const belongs = (source: string, kind: string) => (source === 'chain') === ofTokens.test(kind)
