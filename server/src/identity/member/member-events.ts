import type { Db } from '../../platform/db/connect.ts'
import { defineEvent, definePort } from '../../platform/event.ts'

/** A member proved the first e-mail address of the account. */
export const emailProven = defineEvent<{ memberId: string }>('EmailProven')

/** A member with a proven e-mail address has a first wallet linked. */
export const firstWalletLinked = defineEvent<{ memberId: string }>('FirstWalletLinked')

/** What a ban ended, by name: how many listings, how many gifts. Written into the audit. */
export type EndedCounts = Partial<Record<'listings' | 'gifts', number>>

/** The counts of several handlers as one, without those that are nothing. */
export const joinCounts = <Name extends string>(
  counts: Partial<Record<Name, number>>[],
): Partial<Record<Name, number>> =>
  Object.fromEntries(
    counts.flatMap((part) => Object.entries(part)).filter(([, count]) => Number(count) > 0),
  ) as Partial<Record<Name, number>>

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
