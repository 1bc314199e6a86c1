import { ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import type { BotVersion } from '../../platform/gateways/captcha.ts'
import { sourceOf, takesRate } from '../../platform/http/limit-rate.ts'
import { hasOpenCode } from './code-queries.ts'
import type { CodePurpose } from './code-queries.ts'
import { mailboxOf } from '../member/email-address.ts'

/** `spare`: the visible check was passed, but the address got such a mail minutes ago. */
export type Admission = 'mail' | 'spare'
type Request = { purpose: CodePurpose; email: string; ip: string; bot: BotVersion | undefined }

/**
 * Whether an address may be mailed to. Anybody can ask for mail to any address, so neither limit
 * refuses: one source asking often, or many together, only bring on the visible bot check (BOT_DENY
 * without it), and past it one mail in `mailAgainMinutes`. So a stranger can neither keep the owner
 * from a new code nor flood the mailbox. Knows nothing of accounts.
 */
export async function admitMail(deps: { sql: Db }, { purpose, email, ip, bot }: Request): Promise<Admission> {
  const who = `${purpose} ${mailboxOf(email)}`
  // the wide one last: a source that has used up its own takes nothing from it
  const isUsual =
    (await takesRate(deps, 'mailPerAddressAndSource', `${who} ${sourceOf(ip)}`)) &&
    (await takesRate(deps, 'mailPerAddress', who))
  if (isUsual) return 'mail'
  ensure(bot === 'v2', 'BOT_DENY')
  return (await takesRate(deps, 'checkedMailPerAddress', `${purpose} ${email}`)) ? 'mail' : 'spare'
}

/**
 * Whether a mail has to be written: not where it is spare and the one of minutes ago is still good.
 */
export const needsMail = async (
  db: Db,
  admission: Admission,
  { purpose, email }: Pick<Request, 'purpose' | 'email'>,
): Promise<boolean> => admission === 'mail' || !(await hasOpenCode(db, email, purpose, limits.mailAgainMinutes))
