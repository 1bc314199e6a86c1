import { formatYen } from '@kura/contract/money'
import { includedTax } from '@kura/contract/money/tax'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { issueStatement } from '../../money/receipt/issue-statement.ts'
import { chargedYen } from './charged-yen.ts'
import { isWriter, takeLetters } from './letter-queries.ts'
import type { DueLetter } from './letter-queries.ts'

const atOnce = 50

/**
 * Writes the mails of orders, to their buyers and of sales to the sellers, once each: that a letter was told and its mail in the
 * queue are one transaction. Whoever has no address is not written to. One writes at a time, the others leave it to that one. Answers
 * how many letters it looked at.
 */
export async function writeLetters({ sql, env }: Pick<Deps, 'sql' | 'env'>): Promise<number> {
  let written = 0
  for (;;) {
    const count = await transaction(sql, async (db) => {
      if (!(await isWriter(db))) return 0
      const letters = await takeLetters(db, atOnce)
      for (const letter of letters) await writeOne(db, env, letter)
      return letters.length
    })
    written += count
    if (count < atOnce) return written
  }
}

async function writeOne(db: Db, env: Deps['env'], letter: DueLetter): Promise<void> {
  const { event, email, locale, priceYen, wasSold } = letter
  // whatever is numbered for a letter is numbered also when nobody gets it
  if (event === 'sold') return writeSold(db, env, letter)
  if (event === 'sale-undone') return writeUndone(db, env, letter)
  if (email === null) return
  const to = { recipient: email, locale }
  const facts = factsOf(env, letter)
  const receiptLink = wasSold ? `${facts.link}#receipt` : ''
  if (event === 'paid') {
    const tax = letter.tokenId === null ? formatYen(includedTax(priceYen)) : ''
    await queueMail(db, { ...to, template: 'order-paid', words: { ...facts, tax, receiptLink } })
  }
  if (event === 'failed') {
    const words = { ...facts, why: letter.isDeclined ? 'declined' : 'expired' }
    await queueMail(db, { ...to, template: 'order-failed', words })
  }
  if (event === 'refunded') {
    const words = { ...facts, why: letter.reason ?? '', receiptLink }
    await queueMail(db, { ...to, template: 'order-refunded', words })
  }
  if (event === 'delivered') {
    const tokenLink = siteLink(env, `/tokens/${letter.tokenId ?? ''}`)
    const words = { ...tradeFactsOf(env, letter), link: facts.link, txId: letter.txId ?? '', tokenLink, receiptLink }
    await queueMail(db, { ...to, template: 'trade-delivered', words })
  }
  if (event === 'sale-failed')
    await queueMail(db, { ...to, template: 'trade-sale-failed', words: tradeFactsOf(env, letter) })
}

function factsOf(env: Deps['env'], letter: DueLetter) {
  const { orderId, locale, priceYen, name, tokenId } = letter
  return {
    orderId,
    name: name[locale],
    isToken: tokenId === null ? '' : 'token',
    orderedAt: momentOf(letter.orderedAt, locale),
    total: formatYen(priceYen),
    ...partsOf(letter),
    link: siteLink(env, `/mypage/orders/${orderId}`),
    contactLink: siteLink(env, '/contact', { order: orderId }),
  }
}

/** As the seller meets it. */
const tradeFactsOf = (env: Deps['env'], { orderId, name, locale, priceYen }: DueLetter) => ({
  tradeId: orderId,
  token: name[locale],
  price: formatYen(priceYen),
  link: siteLink(env, '/mypage/listings'),
  contactLink: siteLink(env, '/contact', { order: orderId }),
})

/** The seller is told with all that the statement says, which is numbered with the letter. */
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

/** What was charged and what was paid with points. Money that came too late goes back alone: the points had gone back before. */
function partsOf(letter: DueLetter): { gateway: string; charged: string; points: string } {
  const charged = chargedYen(letter)
  const points = letter.event === 'refunded' && !letter.wasSold ? 0 : letter.usedPoint
  return {
    gateway: letter.tender.startsWith('paidy') ? 'paidy' : 'card',
    charged: charged > 0 ? formatYen(charged) : '',
    points: points > 0 ? formatYen(points).slice(1) : '',
  }
}

const momentOf = (at: Date, locale: 'ja' | 'en'): string =>
  at.toLocaleString(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })

const dayOf = (at: string, locale: 'ja' | 'en'): string =>
  new Date(at).toLocaleDateString(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
