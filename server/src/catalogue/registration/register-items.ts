import { createHash } from 'node:crypto'
import { AccessError } from '@kura/cadence/access-error'
import { registerBatchSize } from '@kura/cadence/item'
import type { RegisteredItem, RegisteredSeries } from '@kura/cadence/item'
import { intend, waitForSeal } from '../../chain/agent/submit-transaction.ts'
import type { TransactionDetails, TransactionKind } from '../../chain/agent/transaction-kinds.ts'
import { findRecentError } from '../../chain/agent/transaction-queries.ts'
import type { ChainTransactionRow } from '../../chain/agent/transaction-queries.ts'
import type { RegisterOptions } from '../../chain/chain-events.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import {
  endLease,
  hasUnregistered,
  listUnregisteredItems,
  listUnregisteredSeries,
  markItemsRegistered,
  markSeriesRegistered,
  takeLease,
  keepLease,
  listOpenRegistrations,
} from './queries.ts'
import type { Lease, UnregisteredItem } from './queries.ts'

export type Refusal = Failure & { id: string }
export type Registration = { series: number; items: number; refused: Refusal[] }

/**
 * Registers on chain the series and items that the chain does not know yet, or not in these words,
 * in batches, and marks their rows. Entries that the chain refuses (a raised cap) are returned for
 * a person to decide; all others continue. Does nothing while another process registers.
 */
export async function registerItems(deps: ChainDeps, options: RegisterOptions): Promise<Registration> {
  // One at a time: words read earlier must not reach the chain after newer ones.
  const lease: Lease = { name: 'register-items', holder: newId() }
  const nothing: Registration = { series: 0, items: 0, refused: [] }
  if (!(await hasUnregistered(deps.sql))) return nothing
  if (!(await takeLease(deps.sql, lease))) return nothing
  try {
    return await registerCatalogue({ deps, lease, signal: options.signal }, options)
  } catch (error) {
    if (error instanceof LeaseLostError) return nothing
    throw error
  } finally {
    await endLease(deps.sql, lease)
  }
}

async function registerCatalogue(work: Registering, { publicUrl }: RegisterOptions): Promise<Registration> {
  const { deps } = work
  const refused: Refusal[] = []
  const series = await registerAll(
    refused,
    (limit) => listUnregisteredSeries(deps.sql, limit),
    (row) => row.seriesId,
    async (rows) => {
      const chosen = rows.map(({ seriesId, name, cap }): RegisteredSeries => ({ seriesId, name, cap }))
      return sealRegistration(work, 'register-series', { series: chosen }, versionsOf(rows))
    },
    (rows) => markSeriesRegistered(deps.sql, rows),
  )
  const items = await registerAll(
    refused,
    (limit) => listUnregisteredItems(deps.sql, limit),
    (row) => row.itemId,
    async (rows) => {
      const chosen = rows.map((row) => presentItem(row, publicUrl))
      const details = { items: chosen, royaltyReceiver: deps.chain.agentAddress }
      return sealRegistration(work, 'register-items', details, versionsOf(rows))
    },
    (rows) => markItemsRegistered(deps.sql, rows),
  )
  return { series, items, refused }
}

const versionsOf = (rows: { version: string }[]) => rows.map(({ version }) => version)

async function registerAll<Row extends { version: string }>(
  refused: Refusal[],
  list: (limit: number) => Promise<Row[]>,
  idOf: (row: Row) => string,
  register: (rows: Row[]) => Promise<Failure | undefined>,
  mark: (rows: { id: string; version: string }[]) => PromiseLike<{ count: number }>,
): Promise<number> {
  // A refused batch is halved until only the wrong row is left.
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

/**
 * Registers what is new and logs what the chain refuses. Each refusal is logged once in ten
 * minutes.
 */
export async function registerNew(deps: ChainDeps, options: RegisterOptions): Promise<void> {
  const { refused } = await registerItems(deps, options)
  const news = refused.filter(({ isNew }) => isNew)
  if (news.length > 0) deps.log.error({ refused: news }, 'the chain refuses items of the catalogue')
}

/** `isNew`: asked just now, not remembered from the last ten minutes. */
type Failure = { error: string; isNew: boolean }
/** What one registrar works with: it sends only while the lease is its own. */
type Registering = { deps: ChainDeps; lease: Lease; signal: AbortSignal | undefined }

/** Another process registers now. */
export class LeaseLostError extends Error {
  readonly code = 'LEASE_LOST'
}

const sealMs = 60_000
// Well below the length of the lease, which is kept in between.
const lookMs = 5_000

/**
 * Undefined once sealed, or the refusal of the chain. A node that does not respond in time is an
 * exception. `versions` are those of the rows that were read: the same words again after others
 * have another cause than the one sealed before.
 */
export async function sealRegistration<K extends TransactionKind>(
  work: Registering,
  kind: K,
  details: TransactionDetails[K],
  versions: string[],
): Promise<Failure | undefined> {
  const { deps, lease } = work
  const cause = createHash('sha256')
    .update(JSON.stringify([deps.chain.contractAddress, details, versions]))
    .digest('hex')
  // Every transaction costs a fee: what was refused a moment ago is not tried with each round of a
  // worker.
  const known = await findRecentError(deps.sql, { kind, cause })
  if (known !== undefined) return { error: known, isNew: false }
  // What an earlier registrar left on its way would otherwise land after these words, with older
  // ones.
  for (const id of await listOpenRegistrations(deps.sql)) await waitUnderLease(work, id)
  const { id } = await transaction(deps.sql, async (db) => {
    if (!(await keepLease(db, lease))) throw new LeaseLostError()
    return intend(db, { kind, cause, details })
  })
  const row = await waitUnderLease(work, id)
  return row.state === 'failed' ? { error: row.error ?? 'refused', isNew: true } : undefined
}

/** The row once it is sealed or failed. */
async function waitUnderLease({ deps, lease, signal }: Registering, id: string): Promise<ChainTransactionRow> {
  const until = Date.now() + sealMs
  for (;;) {
    const row = await waitForSeal(deps, id, { timeoutMs: lookMs, signal })
    if (row.state === 'sealed' || row.state === 'failed') return row
    if (signal?.aborted || Date.now() >= until)
      throw new AccessError('NODE_UNREACHABLE', `${row.kind} ${id} is not sealed yet`)
    if (!(await keepLease(deps.sql, lease))) throw new LeaseLostError()
  }
}
