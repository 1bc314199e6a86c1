import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@kura/contract/errors'
import { kindRules, notificationKinds } from '@kura/contract/identity/notification-kinds'
import type { NotificationKind } from '@kura/contract/identity/notification-kinds'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { siteLink } from '../../platform/mail/queue-mail.ts'
import { isHere, keepChoice, setNewsMailed } from './settings-queries.ts'

type LinkEnv = Pick<Deps['env'], 'MAIL_LINK_SECRET' | 'PUBLIC_URL'>

/**
 * The address that ends the mails of this kind: the page that a person opens, and what a mail
 * program posts to. It needs no session and never expires: a mail of last year must still end them.
 */
export const unsubscribeLink = (env: LinkEnv, memberId: string, kind: NotificationKind): string =>
  siteLink(env, '/unsubscribe', { token: `${memberId}.${kind}.${signatureOf(env, memberId, kind)}` })

const signatureOf = ({ MAIL_LINK_SECRET }: Pick<LinkEnv, 'MAIL_LINK_SECRET'>, memberId: string, kind: string): string =>
  createHmac('sha256', MAIL_LINK_SECRET).update(`unsubscribe:${memberId}:${kind}`).digest('base64url')

/**
 * Ends the mails that a signed token names. Doing it again changes nothing; a member who is gone
 * gets none anyway. Fails with TOKEN_NOTFOUND for a token that is not ours.
 */
export async function unsubscribe(
  deps: Pick<Deps, 'sql' | 'env'>,
  token: string,
  { ip }: { ip: string },
): Promise<{ kind: NotificationKind }> {
  await limitRate(deps, 'unsubscribePerSource', sourceOf(ip))
  const { memberId, kind } = readToken(deps.env, token)
  await transaction(deps.sql, async (db) => {
    if (!(await isHere(db, memberId))) return
    if (kind === 'announcement') await setNewsMailed(db, memberId, false)
    else await keepChoice(db, memberId, { kind, channel: 'mail', isOn: false })
    await recordAct(db, { actor: 'mail-link', act: 'mail.unsubscribed', subject: memberId, details: { kind } })
  })
  return { kind }
}

function readToken(
  env: Pick<LinkEnv, 'MAIL_LINK_SECRET'>,
  token: string,
): { memberId: string; kind: NotificationKind } {
  const [memberId = '', name = '', signature = ''] = token.split('.')
  const kind = notificationKinds.find((each) => each === name)
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(env, memberId, name))]
  const isOurs = given.length === right.length && timingSafeEqual(given, right)
  if (!isOurs || !kind || kindRules[kind].mail === 'always') throw new AppError('TOKEN_NOTFOUND')
  return { memberId, kind }
}
