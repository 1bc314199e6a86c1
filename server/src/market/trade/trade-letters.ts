import { formatYen } from '@kura/contract/money'
import type { DueLetter } from '../../checkout/order/letter-queries.ts'
import type { Deps } from '../../deps.ts'
import { issueStatement } from '../../money/receipt/statement.ts'
import type { Db } from '../../platform/db/connect.ts'
import { notify } from '../../identity/notification/notify.ts'
import type { NotificationEvent } from '../../identity/notification/notification-texts.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'

/**
 * Writes the letters that only sales between members have: `delivered` to the buyer, the others to
 * the seller.
 */
export async function writeTradeLetter(db: Db, env: Deps['env'], letter: DueLetter): Promise<void> {
  const { event, email, locale, orderId, facts } = letter
  await noteInList(db, letter)
  // numbers are assigned even when the letter has no recipient
  if (event === 'sold') return writeSold(db, env, letter)
  if (event === 'sale-undone') return writeUndone(db, env, letter)
  if (email === null) return
  const to = { recipient: email, locale }
  const words = tradeFactsOf(env, letter)
  if (event === 'sale-failed') return void (await queueMail(db, { ...to, template: 'trade-sale-failed', words }))
  if (event !== 'delivered') throw new Error(`there is no letter ${event} of a trade`)
  const link = siteLink(env, `/mypage/orders/${orderId}`)
  const tokenLink = siteLink(env, `/tokens/${facts?.['tokenId'] ?? ''}`)
  const receiptLink = letter.wasSold ? `${link}#receipt` : ''
  const delivered = { ...words, link, txId: facts?.['txId'] ?? '', tokenLink, receiptLink }
  await queueMail(db, { ...to, template: 'trade-delivered', words: delivered })
}

const notified: Record<string, NotificationEvent> = {
  sold: 'sale-sold',
  delivered: 'token-delivered',
  'sale-failed': 'sale-failed',
  'sale-undone': 'sale-undone',
}

async function noteInList(db: Db, { event, memberId, orderId, name, priceYen, facts }: DueLetter): Promise<void> {
  const noted = notified[event]
  if (!noted) return
  const known = { name, orderId, price: formatYen(priceYen), tokenId: facts?.['tokenId'] ?? '' }
  await notify(db, memberId, { event: noted, subject: orderId, cause: `${noted}:${orderId}`, facts: known })
}

/** As the seller meets it. */
const tradeFactsOf = (env: Deps['env'], { orderId, name, locale, priceYen }: DueLetter) => ({
  tradeId: orderId,
  token: name[locale],
  price: formatYen(priceYen),
  link: siteLink(env, '/mypage/listings'),
  contactLink: siteLink(env, '/contact', { order: orderId }),
})

/** The seller's letter has all that the statement says, which is numbered with the letter. */
async function writeSold(db: Db, env: Deps['env'], letter: DueLetter): Promise<void> {
  const { orderId, email, locale } = letter
  const { details, number } = await issueStatement(db, orderId, 'statement')
  if (email === null) return
  const { feeYen, contentAccessYen, royaltyYen, proceedsYen, totalYen, taxes, issuer, addressee } = details
  const [tax] = taxes
  const words = {
    ...tradeFactsOf(env, letter),
    fee: yenOr(feeYen),
    contentAccess: yenOr(contentAccessYen),
    royalty: yenOr(royaltyYen),
    proceeds: formatYen(proceedsYen),
    kept: formatYen(totalYen),
    keptTax: formatYen(tax?.taxYen ?? 0),
    taxPercent: String(tax?.percent ?? 0),
    deliveredOn: dayOf(details.deliveredAt, locale),
    clearsOn: dayOf(details.clearsAt, locale),
    number: numberOf(number),
    issuer: issuer.name[locale],
    invoiceNumber: issuer.invoiceNumber,
    addressee,
  }
  await queueMail(db, { recipient: email, locale, template: 'trade-sold', words })
}

async function writeUndone(db: Db, env: Deps['env'], letter: DueLetter): Promise<void> {
  const { orderId, email, locale } = letter
  const { details, number } = await issueStatement(db, orderId, 'statement-return')
  if (email === null) return
  const words = {
    ...tradeFactsOf(env, letter),
    proceeds: formatYen(details.proceedsYen),
    kept: formatYen(details.totalYen),
    keptTax: formatYen(details.taxes[0]?.taxYen ?? 0),
    number: numberOf(number),
    amends: numberOf(details.amends ?? undefined),
  }
  await queueMail(db, { recipient: email, locale, template: 'trade-undone', words })
}

const numberOf = (number: number | undefined): string => (number === undefined ? '' : String(number).padStart(8, '0'))

/** Nothing for a part that is none. */
const yenOr = (yen: number): string => (yen > 0 ? formatYen(yen) : '')

const dayOf = (at: string, locale: 'ja' | 'en'): string =>
  new Date(at).toLocaleDateString(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
