import { createReadStream } from 'node:fs'
import type { Deps } from '../../deps.ts'
import { clearAlarms, raiseAlarm } from '../../platform/alarm/alarms.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { getBatch } from './batch.ts'
import type { Say } from './batch.ts'
import { bookPaid, bookReturn, lockPayouts } from './book-payout.ts'
import { noteLetters } from './letter-queries.ts'
import { lateAlarm } from './letters.ts'
import * as payouts from './queries.ts'
import type { KnownPayout, SentTransfer } from './queries.ts'
import { PayoutRefusedError, readName } from './refusal.ts'
import { readResults, ZenginFileError } from './zengin-file.ts'
import type { ResultRecord, TransferResult } from './zengin-file.ts'

type ResultDeps = Pick<Deps, 'sql' | 'log' | 'metrics'>
type ReturnReason = Exclude<TransferResult, 'paid'>

const readAtOnce = 500

/**
 * Reads the bank's result of a released batch. The whole file is checked against what was sent
 * before anything counts; then the transfers are booked, some hundred in a transaction. A repeat
 * changes nothing, or continues after an interruption. A result that contradicts an earlier one is
 * not booked: an alarm names it. Fails with PayoutRefusedError.
 */
export async function readPayoutResult(
  deps: ResultDeps,
  { number, path, by }: { number: number; path: string; by: string },
  say: Say,
): Promise<void> {
  const { name } = readName(by, 'reads the result')
  const batch = await getBatch(deps.sql, number)
  if (batch.state !== 'released' && batch.state !== 'settled')
    throw new PayoutRefusedError('BATCH_STATE', `batch ${number} is ${batch.state}: it has no result`)
  let seen = 0
  const once = eachOnce()
  await eachResult(path, async (records) => {
    seen += records.length
    await compareWithSent(deps.sql, number, records)
    const again = records.find((record) => !once(record.number))
    if (again) throw new PayoutRefusedError('RESULT_UNKNOWN', `payout ${again.number} is twice in the file`)
  })
  if (seen !== batch.transfers)
    throw new PayoutRefusedError(
      'RESULT_INCOMPLETE',
      `the file has ${seen} transfers, batch ${number} has ${batch.transfers}`,
    )
  const done = { paid: 0, returned: 0, before: 0, contradicted: 0 }
  await eachResult(path, async (records) => {
    // the file may have changed since it was checked
    await compareWithSent(deps.sql, number, records)
    for (const outcome of await applyResults(deps, number, records, say)) done[outcome] += 1
  })
  await transaction(deps.sql, async (db) => {
    const isSettled = await settle(db, number)
    if (!isSettled && done.paid + done.returned + done.contradicted === 0) return
    await recordAct(db, {
      actor: `operator:${name}`,
      act: 'payout-batch.result',
      subject: String(number),
      details: done,
    })
  })
  const { paid, returned, before, contradicted } = done
  say(`batch ${number}: ${paid} paid, ${returned} returned, ${before} known before`)
  if (contradicted > 0) say(`WARNING: ${contradicted} results contradict what was known; they were not booked`)
}

async function eachResult(path: string, take: (records: ResultRecord[]) => Promise<void>): Promise<void> {
  try {
    let records: ResultRecord[] = []
    for await (const record of readResults(createReadStream(path))) {
      records.push(record)
      if (records.length === readAtOnce) {
        await take(records)
        records = []
      }
    }
    await take(records)
  } catch (error) {
    if (error instanceof ZenginFileError) throw new PayoutRefusedError(error.refusal, `${path}: ${error.message}`)
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== undefined && code !== undefined && ['ENOENT', 'EACCES', 'EISDIR'].includes(code))
      throw new PayoutRefusedError('FILE_UNREADABLE', `${path} cannot be read: ${code}`)
    throw error
  }
}

/**
 * Returns a function that is true for each number the first time. It keeps a bit a number: the
 * payouts of a batch have numbers near each other.
 */
function eachOnce(): (number: number) => boolean {
  const pages = new Map<number, Uint8Array>()
  return (number) => {
    const [page, bit] = [Math.floor(number / 8192), number % 8192]
    const bytes = pages.get(page) ?? new Uint8Array(1024)
    pages.set(page, bytes)
    const [at, mask] = [bit >> 3, 1 << (bit & 7)]
    const isNew = ((bytes[at] ?? 0) & mask) === 0
    bytes[at] = (bytes[at] ?? 0) | mask
    return isNew
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
      throw new PayoutRefusedError('RESULT_OTHER_BATCH', `payout ${number} is of batch ${record.batch}, not ${batch}`)
    const known = sent.get(number)
    if (!known)
      throw new PayoutRefusedError('RESULT_UNKNOWN', `payout ${number} is not of batch ${batch}, or twice in the file`)
    sent.delete(number)
    const differs = (['bankCode', 'branchCode', 'accountNumber', 'amountYen'] as const).find(
      // the account number of a member who left is gone
      (field: keyof SentTransfer) => known[field] !== record[field] && known[field] !== '',
    )
    if (differs)
      throw new PayoutRefusedError(
        'RESULT_DIFFERS',
        `payout ${number}: ${differs} is ${record[differs]}, ${known[differs]} was sent`,
      )
  }
}

type Outcome = 'paid' | 'returned' | 'before' | 'contradicted'

/** Books some results: paid transfers together, those that came back one by one. */
async function applyResults(
  deps: ResultDeps,
  batch: number,
  records: readonly ResultRecord[],
  say: Say,
): Promise<Outcome[]> {
  const paid = await payAll(
    deps,
    batch,
    records.filter(({ result }) => result === 'paid').map(({ number }) => number),
  )
  const outcomes: Outcome[] = []
  for (const record of records) {
    const { number, result } = record
    if (result === 'paid' ? paid.has(number) : await returnOne(deps, number, { from: 'released', reason: result }))
      outcomes.push(result === 'paid' ? 'paid' : 'returned')
    else outcomes.push(await compareWithKnown(deps, record, say))
  }
  return outcomes
}

/** What was known before either agrees with a result, or contradicts it: then an alarm says so. */
async function compareWithKnown(
  deps: ResultDeps,
  { number, result }: ResultRecord,
  say: Say,
): Promise<'before' | 'contradicted'> {
  const known = await payouts.findByNumber(deps.sql, number)
  const isKnown = result === 'paid' ? known?.wasPaid : known?.state === 'returned'
  if (isKnown) return 'before'
  const message =
    result === 'paid'
      ? `the bank says that it paid payout ${number}, which was returned to its member before: it may be paid twice`
      : `the bank says that payout ${number} came back (${result}), which it had paid before; if so, book it: kura payout return ${number}`
  await raiseAlarm(deps, { kind: 'payout-contradicted', subject: `payout ${number}`, message })
  say(`WARNING: ${message}`)
  return 'contradicted'
}

const payAll = ({ sql }: ResultDeps, batch: number, numbers: readonly number[]): Promise<Set<number>> =>
  transaction(sql, 'payout.result', async (db) => {
    await payouts.holdAccountsOf(db, batch, numbers)
    const paid = await payouts.markPaid(db, batch, numbers)
    if (paid.length === 0) return new Set<number>()
    await bookPaid(db, paid)
    const ids = paid.map(({ id }) => id)
    await noteLetters(db, ids, 'paid')
    return new Set(paid.map(({ number }) => number))
  })

const returnOne = (
  deps: ResultDeps,
  number: number,
  {
    from,
    reason,
    isSilent = false,
    also,
  }: {
    from: 'released' | 'paid'
    reason: ReturnReason
    isSilent?: boolean
    also?: (db: Db) => Promise<void>
  },
): Promise<boolean> =>
  transaction(deps.sql, 'payout.result', async (db) => {
    const known = await lockPayoutOf(db, number)
    const payout = await payouts.markReturned(db, number, from, reason)
    if (!payout) return false
    await bookReturn(db, payout, { wasPaid: from === 'paid' })
    await noteLetters(db, [payout.id], 'returned')
    const outcome = known?.hasLeft
      ? `its member has left, and ${payout.amountYen} yen stay owed to them`
      : 'the member was asked to check the account'
    const message = `the bank returned payout ${number}: ${reason}; ${outcome}`
    if (!isSilent)
      await raiseAlarm({ ...deps, sql: db }, { kind: 'payout-returned', subject: `payout ${number}`, message })
    await also?.(db)
    return true
  })

/** Locks accounts before payouts, in the usual sequence. Returns the payout as it was before. */
async function lockPayoutOf(db: Db, number: number): Promise<KnownPayout | undefined> {
  const known = await payouts.findByNumber(db, number)
  if (known) await lockPayouts(db, known.memberId)
  return known
}

/** A batch without open transfers is settled; false when it was before or still has one. */
async function settle(db: Db, number: number): Promise<boolean> {
  if (!(await payouts.settleBatch(db, number))) return false
  await clearAlarms(db, `batch ${number}`, lateAlarm)
  return true
}

/**
 * Books that the bank returned a transfer after it had reported it as paid, or without a file.
 * Fails with PayoutRefusedError.
 */
export async function returnPayout(
  deps: ResultDeps,
  { number, reason, by }: { number: number; reason: ReturnReason; by: string },
  say: Say,
): Promise<void> {
  const { name } = readName(by, 'books the return')
  const known = await payouts.findByNumber(deps.sql, number)
  if (!known) throw new PayoutRefusedError('PAYOUT_UNKNOWN', `there is no payout ${number}`)
  if (known.state === 'returned') return say(`payout ${number} was returned before; nothing was changed`)
  const from = known.state
  if (from !== 'released' && from !== 'paid')
    throw new PayoutRefusedError('PAYOUT_STATE', `payout ${number} is ${from}: the bank does not have it`)
  const isReturned = await returnOne(deps, number, {
    from,
    reason,
    also: (db) => recordReturn(db, known, name, reason),
  })
  if (!isReturned) throw new PayoutRefusedError('PAYOUT_STATE', `payout ${number} changed meanwhile; try again`)
  say(`payout ${number} of ${known.amountYen} yen is payable to its member again`)
}

async function recordReturn(db: Db, payout: KnownPayout, name: string, reason: ReturnReason): Promise<void> {
  if (payout.batch !== null) await settle(db, payout.batch)
  const details = { reason, amountYen: payout.amountYen }
  await recordAct(db, { actor: `operator:${name}`, act: 'payout.returned', subject: payout.id, details })
}

/**
 * Books that the bank refused a whole file: every transfer of the batch without a result is
 * returned. A repeat continues after an interruption. Fails with PayoutRefusedError.
 */
export async function returnPayoutBatch(
  deps: ResultDeps,
  { number, reason, by }: { number: number; reason: ReturnReason; by: string },
  say: Say,
): Promise<void> {
  const { name } = readName(by, 'books the return')
  const batch = await getBatch(deps.sql, number)
  if (batch.state !== 'released' && batch.state !== 'settled')
    throw new PayoutRefusedError('BATCH_STATE', `batch ${number} is ${batch.state}: the bank does not have it`)
  let returned = 0
  for (;;) {
    const page = await payouts.listReleased(deps.sql, number, readAtOnce)
    for (const each of page)
      if (await returnOne(deps, each.number, { from: 'released', reason, isSilent: true })) returned += 1
    if (page.length < readAtOnce) break
  }
  await transaction(deps.sql, async (db) => {
    if (!(await settle(db, number)) && returned === 0) return
    const details = { reason, returned }
    await recordAct(db, { actor: `operator:${name}`, act: 'payout-batch.returned', subject: String(number), details })
  })
  say(`batch ${number}: ${returned} payouts are payable to their members again`)
}
