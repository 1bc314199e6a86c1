import type { LeaveObstacleKind } from '@kura/contract/identity/deletion'
import type { Db } from '../../platform/db/connect.ts'
import { defineEvent, definePort } from '../../platform/event.ts'

/** A member proved the first e-mail address of the account. */
export const emailProven = defineEvent<{ memberId: string }>('EmailProven')

/** A member with a proven e-mail address has a first wallet linked. */
export const firstWalletLinked = defineEvent<{ memberId: string }>('FirstWalletLinked')

/** What others see of a member changed: the name is new, or a ban was lifted. */
export const memberShown = defineEvent<{ memberId: string }>('MemberShown')

/** What a ban ended, by name: how many listings, how many gifts. Written into the audit. */
export type EndedCounts = Partial<Record<'listings' | 'gifts', number>>

/** The counts of several handlers as one, without those that are nothing. */
export const joinCounts = <Name extends string>(
  counts: Partial<Record<Name, number>>[],
): Partial<Record<Name, number>> =>
  Object.fromEntries(
    counts.flatMap((part) => Object.entries(part)).filter(([, count]) => Number(count) > 0),
  ) as Partial<Record<Name, number>>

/** Something that blocks the deletion of an account, and how much of it there is (things, or yen). */
export type LeaveObstacle = { kind: LeaveObstacleKind; amount: bigint }

/**
 * Asks every module what of a member's blocks a deletion. The handlers run in the sequence in which
 * things move from one to the next (an order, its pack, its money), so that nothing slips between
 * two of them.
 */
export const leaveChecked = defineEvent<{ memberId: string }, LeaveObstacle[]>('LeaveChecked')

/**
 * An account is deleted, whose row is locked. Each module removes what is personal from its own
 * rows.
 */
export type DeletedMember = { id: string; email: string | null; flowAddress: string | null }

/** Returns how many points lapsed. */
export const memberDeleted = defineEvent<DeletedMember, { lapsedPoints?: number }>('MemberDeleted')

/** What a deletion would take from a member; asked before it happens. */
export const memberAssets = definePort<{ countPoints: (db: Db, memberId: string) => Promise<number> }>('MemberAssets')

/** An operator banned a member, whose row is locked. */
export const memberBanned = defineEvent<{ memberId: string }, EndedCounts>('MemberBanned')
