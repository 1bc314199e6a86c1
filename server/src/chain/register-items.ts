import { AccessError } from '@kura/cadence/access-error'
import { registerBatchSize, type RegisteredItem, type RegisteredSeries } from '@kura/cadence/item'
import { createHash } from 'node:crypto'
import type { ChainDeps } from './chain-config.ts'
import {
  listUnregisteredItems,
  listUnregisteredSeries,
  lockRegistering,
  markItemsRegistered,
  markSeriesRegistered,
  unlockRegistering,
  type UnregisteredItem,
} from './register-queries.ts'
import { submitTransaction, waitForSeal } from './submit-transaction.ts'
import type { TransactionDetails, TransactionKind } from './transaction-kinds.ts'
import { findRecentError } from './transaction-queries.ts'

/** `isNew` says that it was asked just now, and not answered from the last ten minutes. */
export type Refusal = { id: string; error: string; isNew: boolean }
export type Registration = { series: number; items: number; refused: Refusal[] }
/** Pictures on chain are addresses of this site. */
export type RegisterOptions = { publicUrl: string }

/**
 * Brings series and items to the chain that it does not know yet, in batches, and notes it in their rows. What the chain
 * refuses (a raised cap) is answered and left for a person; everything else goes on. Does nothing while another process
 * is at it.
 */
export async function registerItems(deps: ChainDeps, options: RegisterOptions): Promise<Registration> {
  const connection = await deps.sql.reserve()
  try {
    // One at a time: words read earlier must not reach the chain after newer ones.
    if (!(await lockRegistering(connection))) return { series: 0, items: 0, refused: [] }
    try {
      return await registerCatalogue(deps, options)
    } finally {
      await unlockRegistering(connection)
    }
  } finally {
    connection.release()
  }
}

async function registerCatalogue(deps: ChainDeps, { publicUrl }: RegisterOptions): Promise<Registration> {
  const refused: Refusal[] = []
  const series = await registerAll(
    refused,
    (limit) => listUnregisteredSeries(deps.sql, limit),
    (row) => row.seriesId,
    async (rows) => {
      const chosen = rows.map(({ seriesId, name, cap }): RegisteredSeries => ({ seriesId, name, cap }))
      return seal(deps, 'register-series', { series: chosen })
    },
    (rows) => markSeriesRegistered(deps.sql, rows),
  )
  const items = await registerAll(
    refused,
    (limit) => listUnregisteredItems(deps.sql, limit),
    (row) => row.itemId,
    async (rows) => {
      const chosen = rows.map((row) => presentItem(row, publicUrl))
      return seal(deps, 'register-items', { items: chosen, royaltyReceiver: deps.chain.agentAddress })
    },
    (rows) => markItemsRegistered(deps.sql, rows),
  )
  return { series, items, refused }
}

async function registerAll<Row extends { version: string }>(
  refused: Refusal[],
  list: (limit: number) => Promise<Row[]>,
  idOf: (row: Row) => string,
  register: (rows: Row[]) => Promise<Omit<Refusal, 'id'> | undefined>,
  mark: (rows: { id: string; version: string }[]) => PromiseLike<{ count: number }>,
): Promise<number> {
  // A refused batch is halved until the row at fault stands alone.
  const registerBatch = async (rows: Row[]): Promise<number> => {
    const refusal = await register(rows)
    if (!refusal) return (await mark(rows.map((row) => ({ id: idOf(row), version: row.version })))).count
    if (rows.length === 1) {
      refused.push({ id: idOf(rows[0]!), ...refusal })
      return 0
    }
    const half = Math.ceil(rows.length / 2)
    return (await registerBatch(rows.slice(0, half))) + (await registerBatch(rows.slice(half)))
  }
  let count = 0
  for (;;) {
    const known = new Set(refused.map(({ id }) => id))
    const rows = (await list(registerBatchSize + known.size)).filter((row) => !known.has(idOf(row)))
    if (rows.length === 0) return count
    const registered = await registerBatch(rows.slice(0, registerBatchSize))
    count += registered
    // Rows written to meanwhile are read again; without any progress there is nothing to wait for.
    if (registered === 0 && refused.length === known.size) return count
  }
}

/** Undefined once sealed, or what the chain says against it. A node that does not answer in time is an exception. */
async function seal<K extends TransactionKind>(
  deps: ChainDeps,
  kind: K,
  details: TransactionDetails[K],
): Promise<Omit<Refusal, 'id'> | undefined> {
  const cause = createHash('sha256')
    .update(JSON.stringify([deps.chain.contractAddress, details]))
    .digest('hex')
  // Every transaction costs a fee: what was refused a moment ago is not tried with each round of a worker.
  const known = await findRecentError(deps.sql, { kind, cause })
  if (known !== undefined) return { error: known, isNew: false }
  const { id } = await submitTransaction(deps, { kind, cause, details })
  const row = await waitForSeal(deps, id)
  if (row.state === 'sealed') return undefined
  if (row.state === 'failed') return { error: row.error ?? 'refused', isNew: true }
  throw new AccessError('NODE_UNREACHABLE', `${kind} ${id} is not sealed yet`)
}

const presentItem = (row: UnregisteredItem, publicUrl: string): RegisteredItem => ({
  itemId: row.itemId,
  seriesId: row.seriesId,
  name: row.name,
  text: [row.textJa, row.textEn].filter((text) => text !== '').join('\n\n'),
  thumbnail: new URL(`/images/media/${row.picture}-${row.width}.webp`, publicUrl).href,
  cap: row.cap,
  traits: {
    ...Object.fromEntries(Object.entries(row.traits).map(([name, value]) => [name, String(value)])),
    ...(row.artist === '' ? {} : { artist: row.artist }),
    rarity: row.rarity,
  },
  royaltyBps: row.royaltyBps,
})
