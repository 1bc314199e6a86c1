import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { hashOfToken } from '../../platform/secret-token.ts'

/** A bot token that was verified for one look, the member who looked, and at what: `passcode:<hash>`, `airdrop:<id>`. */
export type BotPass = { token: string; memberId: string; subject: string }

/** Makes a verified token good once more, for the act that the look leads to, for `passcodeBotMinutes`. */
export async function keepBotPass({ sql }: { sql: Db }, { token, memberId, subject }: BotPass): Promise<void> {
  await sql`
    insert into bot_passes (token_hash, member_id, subject, expires_at)
    values (${hashOfToken(token)}, ${memberId}, ${subject},
            kura_now() + make_interval(mins => ${limits.passcodeBotMinutes}))
    on conflict (token_hash) do nothing`
}

/** Whether the token is good once more for this; it stays so. */
export async function hasBotPass({ sql }: { sql: Db }, { token, memberId, subject }: BotPass): Promise<boolean> {
  const rows = await sql`
    select 1 from bot_passes where token_hash = ${hashOfToken(token)} and member_id = ${memberId} and subject = ${subject}
       and expires_at > kura_now()`
  return rows.length > 0
}

/** Uses the token's second time up; false when it has none for this. */
export async function takeBotPass({ sql }: { sql: Db }, { token, memberId, subject }: BotPass): Promise<boolean> {
  const rows = await sql`
    delete from bot_passes where token_hash = ${hashOfToken(token)} and member_id = ${memberId} and subject = ${subject}
       and expires_at > kura_now() returning 1`
  return rows.length > 0
}
