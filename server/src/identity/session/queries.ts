import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import type { Viewer } from '../../platform/http/on.ts'

/** The member of a live session in one read; `isStale` when its last use was not noted for a minute. */
export async function findLiveSession(db: Db, hash: Buffer): Promise<(Viewer & { isStale: boolean }) | undefined> {
  const [row] = await db<(Viewer & { isStale: boolean })[]>`
    select m.id as "memberId", coalesce(m.flow_address, '') as "flowAddress", coalesce(m.email, '') as email,
           s.token_hash as "sessionHash", s.family_id as "familyId",
           s.last_used_at < kura_now() - interval '1 minute' as "isStale"
      from sessions s join members m on m.id = s.member_id
     where s.token_hash = ${hash} and s.ended_at is null and s.expires_at > kura_now()
       and s.last_used_at > kura_now() - make_interval(days => ${limits.sessionIdleDays})
       and (s.replaced_at is null or s.replaced_at > kura_now() - make_interval(secs => ${limits.sessionGraceSeconds}))
       and m.banned_at is null and m.deleted_at is null`
  return row
}

export const touchSession = (db: Db, hash: Buffer): Promise<unknown> => db`
  update sessions set last_used_at = kura_now()
   where token_hash = ${hash} and last_used_at < kura_now() - interval '1 minute'`

/** Keeps the language of a member's mails. */
export const updateLocale = (db: Db, memberId: string, locale: 'ja' | 'en'): Promise<unknown> =>
  db`update members set locale = ${locale} where id = ${memberId} and locale <> ${locale}`

/** The first session of a family: as old as sessions may get from here. */
export const insertSession = (
  db: Db,
  session: { hash: Buffer; familyId: string; memberId: string; userAgent: string },
): Promise<unknown> => db`
  insert into sessions (token_hash, family_id, member_id, expires_at, user_agent)
  values (${session.hash}, ${session.familyId}, ${session.memberId},
          kura_now() + make_interval(days => ${limits.sessionAbsoluteDays}), ${session.userAgent})`

export type FoundSession = {
  memberId: string
  familyId: string
  flowAddress: string
  email: string | null
  locale: 'ja' | 'en'
  isEnded: boolean
  isExpired: boolean
  isReused: boolean
}

/** Replaced more than the grace ago, in a family that is not too old for any of its tokens to count. */
const reused = (db: Db) => db`
  coalesce(s.replaced_at <= kura_now() - make_interval(secs => ${limits.sessionGraceSeconds}), false) and s.expires_at > kura_now()`

/** Whether the token was replaced before the grace, in a family that is still open. */
export async function isReused(db: Db, hash: Buffer): Promise<boolean> {
  const rows = await db`select 1 from sessions s where s.token_hash = ${hash} and s.ended_at is null and ${reused(db)}`
  return rows.length > 0
}

/**
 * A session of any state, locked together with its member. Ending a member's sessions takes that
 * lock too, so that a refresh never creates a new session after a sign-out.
 */
export async function lockSession(db: Db, hash: Buffer): Promise<FoundSession | undefined> {
  const [row] = await db<FoundSession[]>`
    select m.id as "memberId", s.family_id as "familyId", coalesce(m.flow_address, '') as "flowAddress", m.email, m.locale,
           (s.ended_at is not null or m.banned_at is not null or m.deleted_at is not null) as "isEnded",
           (s.expires_at <= kura_now()
             or s.last_used_at <= kura_now() - make_interval(days => ${limits.sessionIdleDays})) as "isExpired",
           ${reused(db)} as "isReused"
      from sessions s join members m on m.id = s.member_id
     where s.token_hash = ${hash}
       for no key update of m, s`
  return row
}

/** A successor in the same family, ending when the family ends. */
export const insertSuccessor = (db: Db, of: Buffer, hash: Buffer, userAgent: string): Promise<unknown> => db`
  insert into sessions (token_hash, family_id, member_id, expires_at, user_agent)
  select ${hash}, family_id, member_id, expires_at, ${userAgent} from sessions where token_hash = ${of}`

/** The grace counts from the first replacement. */
export const markReplaced = (db: Db, hash: Buffer): Promise<unknown> => db`
  update sessions set replaced_at = kura_now(), last_used_at = kura_now() where token_hash = ${hash} and replaced_at is null`

export const lockMember = (db: Db, memberId: string): Promise<unknown> =>
  db`select 1 from members where id = ${memberId} for no key update`

export const endFamily = (db: Db, familyId: string): Promise<unknown> =>
  db`update sessions set ended_at = kura_now() where family_id = ${familyId} and ended_at is null`

/** Ends every device of a member but one. Returns how many had a live session. */
export async function endFamiliesOf(db: Db, memberId: string, exceptFamilyId: string | null): Promise<number> {
  const rows = await db`
    update sessions set ended_at = kura_now()
     where member_id = ${memberId} and ended_at is null and family_id is distinct from ${exceptFamilyId}::uuid
    returning family_id as "familyId", (expires_at > kura_now()
      and last_used_at > kura_now() - make_interval(days => ${limits.sessionIdleDays})) as "isLive"`
  return new Set(rows.filter((row) => row['isLive']).map((row) => row['familyId'])).size
}

/** Ends one device of a member; false when it is not theirs or has ended. */
export async function endFamilyOf(db: Db, memberId: string, familyId: string): Promise<boolean> {
  const rows = await db`
    update sessions set ended_at = kura_now()
     where member_id = ${memberId} and family_id = ${familyId} and ended_at is null returning 1`
  return rows.length > 0
}

export type FamilyRow = {
  sessionId: string
  userAgent: string
  isCurrent: boolean
  signedInAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

/** The devices with a session that still opens something. */
export const listFamilies = (db: Db, { memberId, familyId }: Viewer): Promise<FamilyRow[]> => db<FamilyRow[]>`
  select family_id as "sessionId", (array_agg(user_agent order by created_at desc))[1] as "userAgent",
         family_id = ${familyId} as "isCurrent", min(created_at) as "signedInAt",
         max(last_used_at) as "lastUsedAt", max(expires_at) as "expiresAt"
    from sessions
   where member_id = ${memberId} and ended_at is null and expires_at > kura_now()
   group by family_id
  having bool_or(replaced_at is null and last_used_at > kura_now() - make_interval(days => ${limits.sessionIdleDays}))
   order by family_id = ${familyId} desc, max(last_used_at) desc limit 100`

/** Whether the first session of a family is younger than so many minutes. */
export async function isFamilyYoung(db: Db, familyId: string, minutes: number): Promise<boolean> {
  const [row] = await db<{ isYoung: boolean | null }[]>`
    select min(created_at) > kura_now() - make_interval(mins => ${minutes}) as "isYoung" from sessions
     where family_id = ${familyId}`
  return row?.isYoung ?? false
}

/** Marks a bot-check token as used; false when it was before. */
export async function claimBotToken(db: Db, hash: Buffer): Promise<boolean> {
  const rows = await db`insert into bot_tokens (token_hash) values (${hash}) on conflict do nothing returning 1`
  return rows.length > 0
}

type BotPass = { hash: Buffer; memberId: string; subject: string }

export const insertBotPass = (db: Db, { hash, memberId, subject }: BotPass): Promise<unknown> => db`
  insert into bot_passes (token_hash, member_id, subject, expires_at)
  values (${hash}, ${memberId}, ${subject}, kura_now() + make_interval(mins => ${limits.passcodeBotMinutes}))
  on conflict (token_hash) do nothing`

export async function isBotPassOpen(db: Db, { hash, memberId, subject }: BotPass): Promise<boolean> {
  const rows = await db`
    select 1 from bot_passes where token_hash = ${hash} and member_id = ${memberId} and subject = ${subject}
       and expires_at > kura_now()`
  return rows.length > 0
}

/** Deletes a pass that is still valid; false when there is none. */
export async function deleteBotPass(db: Db, { hash, memberId, subject }: BotPass): Promise<boolean> {
  const rows = await db`
    delete from bot_passes where token_hash = ${hash} and member_id = ${memberId} and subject = ${subject}
       and expires_at > kura_now() returning 1`
  return rows.length > 0
}

/**
 * Deletes rows of sessions, codes, nonces and bot tokens that decide nothing any more. Run it
 * daily.
 */
export async function deleteOldSessions(db: Db): Promise<void> {
  await db`delete from bot_tokens where used_at < kura_now() - interval '1 day'`
  await db`delete from bot_passes where expires_at < kura_now()`
  await db`delete from wallet_nonces where expires_at < kura_now() - interval '1 day'`
  await db`delete from mail_codes where expires_at < kura_now() - interval '7 days'`
  await db`delete from sessions where expires_at < kura_now() - interval '7 days'`
}
