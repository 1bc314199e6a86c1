import { formatYen, includedTax } from '@kura/contract/money'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { siteLink } from '../mail/site-link.ts'
import { chargedYen } from './charged-yen.ts'
import { takeLetters } from './letter-queries.ts'
import type { DueLetter } from './letter-queries.ts'

const atOnce = 50

/**
 * Writes the mails of orders that were paid, not completed or given back, once each: that a letter was told and its mail in the
 * queue are one transaction. Whoever has no address is not written to. Answers how many letters it looked at.
 */
export async function writeLetters({ sql, env }: Pick<Deps, 'sql' | 'env'>): Promise<number> {
  let written = 0
  for (;;) {
    const count = await transaction(sql, async (db) => {
      const letters = await takeLetters(db, atOnce)
      for (const letter of letters) await writeOne(db, env, letter)
      return letters.length
    })
    written += count
    if (count < atOnce) return written
  }
}

async function writeOne(db: Db, env: Deps['env'], letter: DueLetter): Promise<void> {
  const { event, orderId, email, locale, priceYen, pack, wasSold } = letter
  if (email === null) return
  const page = `/mypage/orders/${orderId}`
  const receiptLink = wasSold ? `${siteLink(env, page)}#receipt` : ''
  const facts = {
    orderId,
    pack: pack[locale],
    orderedAt: momentOf(letter.orderedAt, locale),
    total: formatYen(priceYen),
    ...partsOf(letter),
    link: siteLink(env, page),
    contactLink: siteLink(env, '/contact', { order: orderId }),
  }
  const to = { recipient: email, locale }
  if (event === 'paid') {
    const words = { ...facts, tax: formatYen(includedTax(priceYen)), receiptLink }
    await queueMail(db, { ...to, template: 'order-paid', words })
  }
  if (event === 'failed') {
    const words = { ...facts, why: letter.isDeclined ? 'declined' : 'expired' }
    await queueMail(db, { ...to, template: 'order-failed', words })
  }
  if (event === 'refunded') {
    const words = { ...facts, why: letter.reason ?? '', receiptLink }
    await queueMail(db, { ...to, template: 'order-refunded', words })
  }
}

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
