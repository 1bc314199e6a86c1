import type { Words } from '@kura/contract/ids'
import { pointKinds } from '@kura/contract/money/point'
import type { PointKind } from '@kura/contract/money/point'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { holdAccounts, insertEntries, insertEntry, insertMovement, insertMovements, lockAccounts } from './queries.ts'
import type { Entry, OfMember } from './queries.ts'

export const movementKinds = [
  'capture',
  'refund',
  'point-grant',
  'point-spend',
  'point-return',
  'point-expiry',
  'point-withdrawal',
  'proceeds-hold',
  'proceeds-credit',
  'proceeds-return',
  'payout-request',
  'payout-cancel',
  'payout-release',
  'payout-paid',
  'payout-return',
  'proceeds-use',
  'trade-delivery',
  'trade-undo',
  'royalty-release',
  'royalty-payment',
] as const
export type MovementKind = (typeof movementKinds)[number]

export type Movement = {
  kind: MovementKind
  /** The cause, e.g. the order's id: one movement per kind and cause. */
  cause: string
  /** A line a member can read. */
  reason: Words
  entries: Entry[]
  /** For points and proceeds: the member whose list shows the movement. */
  ofMember?: OfMember
}

/**
 * Moves money or points between accounts inside the caller's transaction; the entries sum to zero.
 * A repeat for the same kind and cause does nothing and returns false. Accounts are changed in the
 * order of their ids, so that two movements cannot deadlock.
 */
export async function move(db: Db, { kind, cause, reason, entries, ofMember }: Movement): Promise<boolean> {
  const sum = entries.reduce((total, { amount }) => total + amount, 0n)
  if (sum !== 0n) throw new Error(`the movement ${kind} of ${cause} is off by ${sum}`)
  const id = newId()
  if (!(await insertMovement(db, { id, kind, cause, reason, ofMember }))) return false
  const used = entries.filter(({ amount }) => amount !== 0n)
  for (const entry of used.toSorted((a, b) => (a.account < b.account ? -1 : 1))) await insertEntry(db, id, entry)
  return true
}

/** A movement that a member's list shows, among many. */
export type MemberMovement = {
  kind: MovementKind
  cause: string
  reason: Words
  memberId: string
  entries: (readonly [account: string, yen: number])[]
}

/**
 * Moves many at once inside the caller's transaction. Holds the accounts, which exist. Fails when
 * one was booked before: the caller moved its rows by compare-and-set.
 */
export async function moveAll(db: Db, movements: readonly MemberMovement[]): Promise<void> {
  const rows = movements.map((movement) => ({ id: newId(), ...movement }))
  const wrong = rows.find(({ entries }) => entries.reduce((sum, [, yen]) => sum + yen, 0) !== 0)
  if (wrong) throw new Error(`the movement ${wrong.kind} of ${wrong.cause} does not sum to zero`)
  await holdAccounts(db, [...new Set(rows.flatMap(({ entries }) => entries.map(([account]) => account)))])
  const heads = rows.map(({ id, kind, cause, reason, memberId }) => ({ id, kind, cause, reason, memberId }))
  const isNew = (await insertMovements(db, heads)) === rows.length
  if (!isNew) throw new Error(`one of ${rows.length} movements was booked before`)
  const entries = rows.flatMap(({ id: movementId, entries: all }) =>
    all.filter(([, yen]) => yen !== 0).map(([account, amount]) => ({ movementId, account, amount })),
  )
  await insertEntries(db, entries)
}

/** The account of a member's points of one kind. */
export const pointAccount = (memberId: string, kind: PointKind): string => `member:${memberId}:points:${kind}`

/**
 * Serialises all changes of one member's points until the transaction ends. Every change of points
 * begins with it; later reads are stable.
 */
export const lockPoints = (db: Db, memberId: string): Promise<void> =>
  lockAccounts(db, memberId, pointKinds.map((kind) => pointAccount(memberId, kind)).toSorted(), 'point')
