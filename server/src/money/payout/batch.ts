import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { bookPaid, bookReturn, lockPayouts } from './book-payout.ts'
import { mailPayout } from './payout.ts'
import * as payouts from './queries.ts'
import type { Batch, SentTransfer } from './queries.ts'
import { readResults, writeTransfers, ZenginFileError } from './zengin-file.ts'
import type { Payer, ResultRecord, TransferResult } from './zengin-file.ts'

/** Why a payout or batch was refused, for the operator. */
export class PayoutRefusedError extends Error {
  readonly code = 'PAYOUT_REFUSED'
}
type Say = (line: string) => void
type BatchDeps = Pick<Deps, 'sql' | 'env'>
type AlarmDeps = BatchDeps & Pick<Deps, 'log' | 'metrics'>

/** The format counts to 999,999 transfers in a file. */
const transfersMost = 999_999
const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/**
 * Puts every requested payout into a new batch to be paid on a day. Fails with PayoutRefusedError.
 */
export async function makePayoutBatch(
  { sql }: Pick<Deps, 'sql'>,
  { payOn, by, isDryRun }: { payOn: string; by: string; isDryRun: boolean },
  say: Say,
): Promise<void> {
  const isDay = day.test(payOn) && new Date(`${payOn}T00:00:00Z`).toISOString().startsWith(payOn)
  if (!isDay) throw new PayoutRefusedError(`${payOn} is no day: write YYYY-MM-DD`)
  if (by.trim() === '') throw new PayoutRefusedError('say who makes the batch')
  const waiting = await payouts.sumRequested(sql)
  if (waiting.atClosedBranch > 0)
    say(`${waiting.atClosedBranch} payouts are for branches that were closed; their members register another account`)
  if (isDryRun) return say(`would batch ${waiting.transfers} payouts of ${waiting.totalYen} yen; nothing was changed`)
  const batch = await transaction(sql, async (db) => {
    const made = await payouts.makeBatch(db, { payOn, madeBy: by.trim(), most: transfersMost })
    if (!made) throw new PayoutRefusedError('no payout waits to be batched')
    const details = { payOn, transfers: made.transfers, totalYen: made.totalYen }
    await recordAct(db, { actor: `operator:${by}`, act: 'payout-batch.made', subject: String(made.number), details })
    return made
  })
  say(`batch ${batch.number}: ${batch.transfers} payouts of ${batch.totalYen} yen, to be paid on ${batch.payOn}`)
  say('somebody else releases it: kura payout release')
}

/** Cancels a batch that was not released. Its payouts wait again. */
export async function discardPayoutBatch(
  { sql }: Pick<Deps, 'sql'>,
  { number, by }: { number: number; by: string },
  say: Say,
): Promise<void> {
  await transaction(sql, async (db) => {
    const batch = await getBatch(db, number)
    if (batch.state === 'discarded') return
    if (batch.state !== 'made') throw new PayoutRefusedError(`batch ${number} is ${batch.state}`)
    await payouts.discardBatch(db, number)
    await recordAct(db, {
      actor: `operator:${by}`,
      act: 'payout-batch.discarded',
      subject: String(number),
      details: {},
    })
  })
  say(`batch ${number} is discarded; its payouts wait again`)
}

/**
 * Writes the transfer file of a batch and marks it as released, by somebody else than who made it.
 * The file is written first, under another name; then the batch is marked with its hash; then the
 * file gets its name. So a file with that name is always one of a released batch. Released again,
 * the same bytes are written and the operator is warned: a bank pays a file as often as it gets it.
 * Fails with PayoutRefusedError.
 */
export async function releasePayoutBatch(
  { sql }: Pick<Deps, 'sql'>,
  { number, by, path, payer }: { number: number; by: string; path: string; payer: Payer },
  say: Say,
): Promise<void> {
  const batch = await getBatch(sql, number)
  ensureReleasable(batch, by)
  const draft = `${path}.part`
  const sha256 = await writeFile(sql, batch, payer, draft)
  const wasReleased = await transaction(sql, async (db) => {
    const locked = await getBatch(db, number)
    ensureReleasable(locked, by)
    if (locked.fileSha256 !== null) {
      if (locked.fileSha256 !== sha256)
        throw new PayoutRefusedError(`batch ${number} was released with another file; nothing was written`)
      return true
    }
    await payouts.releaseBatch(db, number, by.trim(), sha256)
    const details = { transfers: locked.transfers, totalYen: locked.totalYen, sha256 }
    await recordAct(db, { actor: `operator:${by}`, act: 'payout-batch.released', subject: String(number), details })
    return false
  })
  await rename(draft, path)
  const directory = await open(dirname(path))
  await directory.sync().finally(() => directory.close())
  if (wasReleased)
    say(`WARNING: batch ${number} was released before. This is the same file: the bank must not get it twice.`)
  say(`${path}: ${batch.transfers} transfers of ${batch.totalYen} yen, sha256 ${sha256}`)
}

function ensureReleasable({ number, state, madeBy }: Batch, by: string): void {
  if (by.trim() === '') throw new PayoutRefusedError('say who releases the batch')
  if (madeBy.trim().toLowerCase() === by.trim().toLowerCase())
    throw new PayoutRefusedError(`${madeBy} made batch ${number}: somebody else releases it`)
  if (state === 'discarded' || state === 'settled') throw new PayoutRefusedError(`batch ${number} is ${state}`)
}

async function writeFile(sql: Deps['sql'], batch: Batch, payer: Payer, path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'w', 0o600)
  try {
    const head = { payer, payOn: batch.payOn, batch: batch.number }
    let pending: Buffer[] = []
    let bytes = 0
    const flush = async () => {
      const block = Buffer.concat(pending)
      hash.update(block)
      await file.write(block)
      pending = []
      bytes = 0
    }
    for await (const record of writeTransfers(head, payouts.readTransfers(sql, batch.number))) {
      pending.push(record)
      bytes += record.length
      if (bytes > 65_536) await flush()
    }
    await flush()
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

const sentAtOnce = 500

/**
 * Reads the bank's result of a released batch. The whole file is checked against what was sent
 * before anything counts; then each transfer is booked in a transaction of its own. A repeat
 * changes nothing, or continues after an interruption. Fails with PayoutRefusedError.
 */
export async function readPayoutResult(
  deps: AlarmDeps,
  { number, path, by }: { number: number; path: string; by: string },
  say: Say,
): Promise<void> {
  const batch = await getBatch(deps.sql, number)
  if (batch.state !== 'released' && batch.state !== 'settled')
    throw new PayoutRefusedError(`batch ${number} is ${batch.state}: it has no result`)
  let seen = 0
  await eachResult(path, async (records) => {
    seen += records.length
    await compareWithSent(deps.sql, number, records)
  })
  if (seen !== batch.transfers)
    throw new PayoutRefusedError(`the file has ${seen} transfers, batch ${number} has ${batch.transfers}`)
  const done = { paid: 0, returned: 0, before: 0 }
  await eachResult(path, async (records) => {
    for (const record of records) {
      const isNew = await applyResult(deps, record)
      if (!isNew) done.before += 1
      else if (record.result === 'paid') done.paid += 1
      else done.returned += 1
    }
  })
  await transaction(deps.sql, async (db) => {
    await payouts.settleBatch(db, number)
    if (done.paid + done.returned > 0)
      await recordAct(db, {
        actor: `operator:${by}`,
        act: 'payout-batch.result',
        subject: String(number),
        details: done,
      })
  })
  say(`batch ${number}: ${done.paid} paid, ${done.returned} returned, ${done.before} known before`)
}

async function eachResult(path: string, take: (records: ResultRecord[]) => Promise<void>): Promise<void> {
  try {
    let records: ResultRecord[] = []
    for await (const record of readResults(createReadStream(path))) {
      records.push(record)
      if (records.length === sentAtOnce) {
        await take(records)
        records = []
      }
    }
    await take(records)
  } catch (error) {
    if (error instanceof ZenginFileError) throw new PayoutRefusedError(`${path}: ${error.message}`)
    throw error
  }
}

async function compareWithSent(db: Db, batch: number, records: ResultRecord[]): Promise<void> {
  const sent = await payouts.findSent(
    db,
    batch,
    records.map(({ number }) => number),
  )
  for (const record of records) {
    const { number } = record
    if (record.batch !== batch)
      throw new PayoutRefusedError(`payout ${number} is of batch ${record.batch}, not ${batch}`)
    const known = sent.get(number)
    if (!known) throw new PayoutRefusedError(`payout ${number} is not of batch ${batch}, or twice in the file`)
    sent.delete(number)
    const differs = (['bankCode', 'branchCode', 'accountNumber', 'amountYen'] as const).find(
      (field: keyof SentTransfer) => known[field] !== record[field],
    )
    if (differs)
      throw new PayoutRefusedError(`payout ${number}: ${differs} is ${record[differs]}, ${known[differs]} was sent`)
  }
}

async function applyResult(deps: AlarmDeps, { batch, number, result }: ResultRecord): Promise<boolean> {
  if (result !== 'paid') return returnOne(deps, number, 'released', result)
  return transaction(deps.sql, async (db) => {
    await lockPayoutOf(db, number)
    const payout = await payouts.markPaid(db, batch, number)
    if (!payout) return false
    await bookPaid(db, payout)
    await mailPayout(db, deps.env, payout, 'payout-paid')
    return true
  })
}

async function returnOne(
  deps: AlarmDeps,
  number: number,
  from: 'released' | 'paid',
  reason: Exclude<TransferResult, 'paid'>,
): Promise<boolean> {
  const isReturned = await transaction(deps.sql, async (db) => {
    await lockPayoutOf(db, number)
    const payout = await payouts.markReturned(db, number, from, reason)
    if (!payout) return false
    await bookReturn(db, payout, { wasPaid: from === 'paid' })
    await mailPayout(db, deps.env, payout, 'payout-returned', { reason })
    return true
  })
  // also when it was returned before and this process died before it could raise the alarm
  const message = `the bank returned payout ${number}: ${reason}; the member was asked to check the account`
  await raiseAlarm(deps, { kind: 'payout-returned', subject: `payout ${number}`, message })
  return isReturned
}

/** Locks accounts before payouts, in the usual sequence. */
async function lockPayoutOf(db: Db, number: number): Promise<void> {
  const known = await payouts.findByNumber(db, number)
  if (known) await lockPayouts(db, known.memberId)
}

/** Books that the bank returned a transfer after it had reported it as paid, or without a file. */
export async function returnPayout(
  deps: AlarmDeps,
  { number, reason, by }: { number: number; reason: Exclude<TransferResult, 'paid'>; by: string },
  say: Say,
): Promise<void> {
  const known = await payouts.findByNumber(deps.sql, number)
  if (!known) throw new PayoutRefusedError(`there is no payout ${number}`)
  if (known.state === 'returned') return say(`payout ${number} was returned before; nothing was changed`)
  if (known.state !== 'released' && known.state !== 'paid')
    throw new PayoutRefusedError(`payout ${number} is ${known.state}: the bank does not have it`)
  if (!(await returnOne(deps, number, known.state, reason)))
    throw new PayoutRefusedError(`payout ${number} changed meanwhile; try again`)
  await transaction(deps.sql, async (db) => {
    if (known.batch !== null) await payouts.settleBatch(db, known.batch)
    const details = { reason, amountYen: known.amountYen }
    await recordAct(db, { actor: `operator:${by}`, act: 'payout.returned', subject: known.id, details })
  })
  say(`payout ${number} of ${known.amountYen} yen is payable to its member again`)
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
}

/** Lets a member register an account in another name. */
export async function renamePayoutHolder(
  { sql }: Pick<Deps, 'sql'>,
  { memberId, by, reason }: { memberId: string; by: string; reason: string },
  say: Say,
): Promise<void> {
  await transaction(sql, async (db) => {
    if (!(await payouts.endAccount(db, memberId)))
      throw new PayoutRefusedError(`member ${memberId} has no registered account`)
    await recordAct(db, {
      actor: `operator:${by}`,
      act: 'payout-account.ended',
      subject: memberId,
      details: { reason },
    })
  })
  say('the member can register an account in another name now')
}

async function getBatch(db: Db, number: number): Promise<Batch> {
  const batch = await payouts.lockBatch(db, number)
  if (!batch) throw new PayoutRefusedError(`there is no batch ${number}`)
  return batch
}
