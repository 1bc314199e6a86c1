import type { Words } from '@kura/contract/ids'
import { pointKinds } from '@kura/contract/money/point'
import type { PointKind } from '@kura/contract/money/point'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { insertEntry, insertMovement, lockAccounts } from './queries.ts'
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

/** The account of a member's points of one kind. */
export const pointAccount = (memberId: string, kind: PointKind): string => `member:${memberId}:points:${kind}`

/**
 * Serialises all changes of one member's points until the transaction ends. Every change of points
 * begins with it; later reads are stable.
 */
export const lockPoints = (db: Db, memberId: string): Promise<void> =>
  lockAccounts(db, memberId, pointKinds.map((kind) => pointAccount(memberId, kind)).toSorted(), 'point')
