import { claimPagePath } from '@kura/contract/market/gift'
import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import type { Deps } from '../../deps.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'
import { plainName } from '../../identity/member/member-text.ts'
import { keepLink, keepMail, type Mailable } from './letter-queries.ts'

/** An item with its serial, as a letter names it. */
export const titleOf = ({ item, serial }: { item: Words; serial: number }, locale: 'ja' | 'en'): string =>
  `${item[locale]} #${serial}`

/** A moment of Japan. */
export const momentOf = (at: Date, locale: 'ja' | 'en'): string => {
  const moment = at.toLocaleString(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return locale === 'ja' ? `${moment}（日本時間）` : `${moment} (Japan time)`
}

/**
 * Makes a link to claim the gift and queues its letter, in the caller's database transaction; an earlier link is void then. The secret is
 * in the letter alone: the row has its hash. False, and nothing is done, when it cannot be claimed any more or another link was made.
 */
export async function mailLink(db: Db, env: Deps['env'], gift: Omit<Mailable, 'state'>): Promise<boolean> {
  const token = newSecretToken()
  if (!(await keepLink(db, { giftId: gift.id, hash: hashOfToken(token), mails: gift.mails }))) return false
  const { locale, email, message, giver } = gift
  const words = {
    item: titleOf(gift, locale),
    giver: plainName(giver.name),
    message,
    until: momentOf(gift.claimUntil, locale),
    link: siteLink(env, claimPagePath, { token }),
  }
  await keepMail(db, gift.id, await queueMail(db, { recipient: email, locale, template: 'gift-waiting', words }))
  return true
}
