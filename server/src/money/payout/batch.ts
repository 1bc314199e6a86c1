import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Uuid } from '@kura/contract/ids'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { listClaims } from '../ledger/queries.ts'
import { bookRelease } from './book-payout.ts'
import { noteClosedBranches, noteReleased } from './letter-queries.ts'
import * as payouts from './queries.ts'
import type { Batch } from './queries.ts'
import { PayoutRefusedError, personKey, readName } from './refusal.ts'
import type { PayoutRefusal } from './refusal.ts'
import { writeTransfers, ZenginFileError } from './zengin-file.ts'
import type { Payer, Transfer } from './zengin-file.ts'

export type Say = (line: string) => void

/** The format counts to 999,999 transfers in a file. */
const transfersMost = 999_999
const day = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/**
 * Puts every requested payout into a new batch to be paid on a day. Those to branches that were
 * closed stay out, and their members are mailed once. Fails with PayoutRefusedError.
 */
export async function makePayoutBatch(
  { sql }: Pick<Deps, 'sql'>,
  { payOn, by, isDryRun }: { payOn: string; by: string; isDryRun: boolean },
  say: Say,
): Promise<void> {
  const isDay = day.test(payOn) && new Date(`${payOn}T00:00:00Z`).toISOString().startsWith(payOn)
  if (!isDay) throw new PayoutRefusedError('DAY_INVALID', `${payOn} is no day: write YYYY-MM-DD`)
  const { name } = readName(by, 'makes the batch')
  await warnOfDay(sql, payOn, say)
  const waiting = await payouts.sumRequested(sql)
  if (waiting.atClosedBranch > 0)
    say(`${waiting.atClosedBranch} payouts are for branches that were closed; their members register another account`)
  if (isDryRun) return say(`would batch ${waiting.transfers} payouts of ${waiting.totalYen} yen; nothing was changed`)
  await noteClosedBranches(sql)
  const batch = await transaction(sql, 'payout.batch', async (db) => {
    const made = await payouts.makeBatch(db, { payOn, madeBy: name, most: transfersMost })
    if (!made) throw new PayoutRefusedError('NOTHING_WAITS', 'no payout waits to be batched')
    const details = { payOn, transfers: made.transfers, totalYen: made.totalYen }
    await recordAct(db, { actor: `operator:${name}`, act: 'payout-batch.made', subject: String(made.number), details })
    return made
  })
  say(`batch ${batch.number}: ${batch.transfers} payouts of ${batch.totalYen} yen, to be paid on ${batch.payOn}`)
  say('somebody else releases it: kura payout release')
}

/** The file names a day without its year, and banks work on weekdays. */
async function warnOfDay(db: Db, payOn: string, say: Say): Promise<void> {
  const today = await payouts.findToday(db)
  const days = (Date.parse(payOn) - Date.parse(today)) / 86_400_000
  if (days < 0) say(`WARNING: ${payOn} is past; today is ${today}. Banks refuse such a file.`)
  else if (days > 180) say(`WARNING: ${payOn} is ${days} days away, and the file names no year.`)
  const weekday = new Date(payOn).getUTCDay()
  if (weekday === 0 || weekday === 6) say(`WARNING: ${payOn} is at a weekend, when banks pay nothing out.`)
}

/** Cancels a batch that was not released. Its payouts wait again. */
export async function discardPayoutBatch(
  { sql }: Pick<Deps, 'sql'>,
  { number, by }: { number: number; by: string },
  say: Say,
): Promise<void> {
  const { name } = readName(by, 'discards the batch')
  await transaction(sql, async (db) => {
    const batch = await getBatch(db, number)
    if (batch.state === 'discarded') return
    if (batch.state !== 'made') throw new PayoutRefusedError('BATCH_STATE', `batch ${number} is ${batch.state}`)
    await payouts.discardBatch(db, number)
    await recordAct(db, {
      actor: `operator:${name}`,
      act: 'payout-batch.discarded',
      subject: String(number),
      details: { madeBy: batch.madeBy },
    })
  })
  say(`batch ${number} is discarded; its payouts wait again`)
}

/**
 * Writes the transfer file of a batch and marks it as released, by somebody else than who made it.
 * The file is written first, under a name of its own; then the batch is marked with its hash; then
 * the file gets its name. So a file with that name is always one of a released batch. Released
 * again, the same bytes are written and the operator is warned: a bank pays a file as often as it
 * gets it. Fails with PayoutRefusedError.
 */
export async function releasePayoutBatch(
  { sql }: Pick<Deps, 'sql'>,
  { number, by, path, payer }: { number: number; by: string; path: string; payer: Payer },
  say: Say,
): Promise<void> {
  const { name } = readName(by, 'releases the batch')
  const batch = await getBatch(sql, number)
  ensureReleasable(batch, name)
  // a batch made before midnight may be released after its day
  if (batch.fileSha256 === null) await warnOfDay(sql, batch.payOn, say)
  const file = await writeDraft(sql, batch, payer, path)
  let { draft, sha256 } = file
  let wasReleased = true
  try {
    await ensureNew(path, batch, file)
    wasReleased = await markReleased(sql, number, name, file)
  } catch (error) {
    await rm(draft, { force: true })
    const kept = isRefusal(error, 'FILE_DIFFERS') ? await findKept(sql, number, path) : undefined
    if (kept === undefined) throw error
    draft = kept.draft
    sha256 = kept.sha256
  }
  await giveName(draft, path, sha256)
  const directory = await open(dirname(path))
  await directory.sync().finally(() => directory.close())
  for (const copy of await draftsOf(path)) if ((await hashOf(copy)) === sha256) await rm(copy, { force: true })
  if (wasReleased)
    say(`WARNING: batch ${number} was released before. This is the same file: the bank must not get it twice.`)
  say(`${path}: ${batch.transfers} transfers of ${batch.totalYen} yen, sha256 ${sha256}`)
}

const isRefusal = (error: unknown, refusal: PayoutRefusal): boolean =>
  error instanceof PayoutRefusedError && error.refusal === refusal

/** Another file with that name may be one of another batch: it stays. */
async function ensureNew(path: string, { number, fileSha256 }: Batch, { sha256 }: Draft): Promise<void> {
  if (fileSha256 !== null && fileSha256 !== sha256)
    throw new PayoutRefusedError(
      'FILE_DIFFERS',
      `batch ${number} was released with another file (sha256 ${fileSha256}); nothing was written`,
    )
  const there = await hashOf(path)
  if (there !== undefined && there !== sha256)
    throw new PayoutRefusedError('FILE_EXISTS', `${path} exists and is another file; choose another name`)
}

type Draft = { draft: string; sha256: string; transfers: number; totalYen: number }

/** Marks the batch as released with a file; true when it was before, with the same file. */
const markReleased = (sql: Deps['sql'], number: number, name: string, file: Draft): Promise<boolean> =>
  transaction(sql, 'payout.release', async (db) => {
    const locked = await getBatch(db, number)
    ensureReleasable(locked, name)
    if (locked.fileSha256 !== null) {
      if (locked.fileSha256 === file.sha256) return true
      throw new PayoutRefusedError('FILE_DIFFERS', `batch ${number} was released with another file meanwhile`)
    }
    if (locked.transfers !== file.transfers || locked.totalYen !== file.totalYen)
      throw new PayoutRefusedError(
        'BATCH_CHANGED',
        `batch ${number} has ${locked.transfers} payouts of ${locked.totalYen} yen, its file ${file.transfers} of ${file.totalYen}; release it again`,
      )
    await payouts.releaseBatch(db, number, name, file.sha256)
    await bookRelease(db, locked)
    await noteReleased(db, number)
    const { transfers, totalYen, madeBy } = locked
    const details = { transfers, totalYen, sha256: file.sha256, madeBy, releasedBy: name }
    await recordAct(db, { actor: `operator:${name}`, act: 'payout-batch.released', subject: String(number), details })
    return false
  })

function ensureReleasable({ number, state, madeBy }: Batch, name: string): void {
  if (personKey(madeBy) === personKey(name))
    throw new PayoutRefusedError('SAME_PERSON', `${madeBy} made batch ${number}: somebody else releases it`)
  if (state === 'discarded' || state === 'settled')
    throw new PayoutRefusedError('BATCH_STATE', `batch ${number} is ${state}`)
}

/** Writes the file under a name of its own, so that two who release at once do not mix their bytes. */
async function writeDraft(sql: Deps['sql'], batch: Batch, payer: Payer, path: string): Promise<Draft> {
  const draft = `${path}.${randomUUID().slice(0, 8)}.part`
  const file = await open(draft, 'wx', 0o600).catch((error: Error) => {
    throw new PayoutRefusedError('FILE_UNREADABLE', `${path} cannot be written: ${error.message}`)
  })
  const hash = createHash('sha256')
  const sums = { transfers: 0, totalYen: 0 }
  async function* counted(): AsyncGenerator<Transfer> {
    for await (const transfer of payouts.readTransfers(sql, batch.number)) {
      sums.transfers += 1
      sums.totalYen += transfer.amountYen
      yield transfer
    }
  }
  try {
    let pending: Buffer[] = []
    let bytes = 0
    const flush = async () => {
      const block = Buffer.concat(pending)
      hash.update(block)
      await file.writeFile(block)
      pending = []
      bytes = 0
    }
    for await (const record of writeTransfers({ payer, payOn: batch.payOn, batch: batch.number }, counted())) {
      pending.push(record)
      bytes += record.length
      if (bytes > 65_536) await flush()
    }
    await flush()
    await file.sync()
  } catch (error) {
    await rm(draft, { force: true })
    if (error instanceof ZenginFileError) throw new PayoutRefusedError('TRANSFER_INVALID', error.message)
    throw error
  } finally {
    await file.close()
  }
  return { draft, sha256: hash.digest('hex'), ...sums }
}

/**
 * The file of a process that died after the release, before the file got its name. It counts when
 * bank data or payer changed since, so that the same bytes cannot be written any more.
 */
async function findKept(
  sql: Deps['sql'],
  number: number,
  path: string,
): Promise<Pick<Draft, 'draft' | 'sha256'> | undefined> {
  if ((await hashOf(path)) !== undefined) return undefined
  const sha256 = (await payouts.findBatch(sql, number))?.fileSha256
  if (!sha256) return undefined
  for (const draft of await draftsOf(path)) if ((await hashOf(draft)) === sha256) return { draft, sha256 }
  return undefined
}

/** Gives the draft its name. Another release of the same bytes may have done so, and removed this copy. */
async function giveName(draft: string, path: string, sha256: string): Promise<void> {
  try {
    await rename(draft, path)
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isGone || (await hashOf(path)) !== sha256) throw error
  }
}

async function draftsOf(path: string): Promise<string[]> {
  const [begin, folder] = [`${basename(path)}.`, dirname(path)]
  const names = await readdir(folder)
  return names.filter((name) => name.startsWith(begin) && name.endsWith('.part')).map((name) => join(folder, name))
}

/** The hash of a file; undefined when there is none. */
async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return hash.digest('hex')
}

/** Waiting payouts and the newest batches, a line each. */
export async function listPayoutBatches({ sql }: Pick<Deps, 'sql'>, say: Say): Promise<void> {
  const waiting = await payouts.sumRequested(sql)
  say(`${waiting.transfers} payouts of ${waiting.totalYen} yen wait to be batched`)
  if (waiting.atClosedBranch > 0) say(`${waiting.atClosedBranch} more are for branches that were closed`)
  for (const batch of await payouts.listBatches(sql)) {
    const { number, state, payOn, transfers, totalYen, madeBy, releasedBy } = batch
    const people = releasedBy === null ? `made by ${madeBy}` : `made by ${madeBy}, released by ${releasedBy}`
    say(`batch ${number} ${state}: ${transfers} payouts of ${totalYen} yen on ${payOn}, ${people}`)
  }
  for (const { tradeId, memberId, missingYen, claimedYen, day: since } of await listClaims(sql))
    say(`member ${memberId} owes ${missingYen} of ${claimedYen} yen since ${since}: trade ${tradeId} was undone`)
}

/** Lets a member register an account in another name. */
export async function renamePayoutHolder(
  { sql }: Pick<Deps, 'sql'>,
  { memberId, by, reason }: { memberId: string; by: string; reason: string },
  say: Say,
): Promise<void> {
  const { name } = readName(by, 'renames the holder')
  await transaction(sql, async (db) => {
    if (!Uuid.safeParse(memberId).success || !(await payouts.endAccount(db, memberId)))
      throw new PayoutRefusedError('ACCOUNT_UNKNOWN', `member ${memberId} has no registered account`)
    await recordAct(db, {
      actor: `operator:${name}`,
      act: 'payout-account.ended',
      subject: memberId,
      details: { reason },
    })
  })
  say('the member can register an account in another name now')
}

/** A batch, held until the transaction ends. Fails with PayoutRefusedError. */
export async function getBatch(db: Db, number: number): Promise<Batch> {
  const batch = await payouts.lockBatch(db, number)
  if (!batch) throw new PayoutRefusedError('BATCH_UNKNOWN', `there is no batch ${number}`)
  return batch
}
