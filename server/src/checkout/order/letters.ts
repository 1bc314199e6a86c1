import { formatYen } from '@kura/contract/money'
import { includedTax } from '@kura/contract/money/tax'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { notify } from '../../identity/notification/notify.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { insertLetter, isWriter, takeLetters } from './letter-queries.ts'
import type { LetterEvent, DueLetter } from './letter-queries.ts'
import { sellables } from './sellable.ts'
import { chargedYen } from './tender.ts'

/**
 * Queues a letter about an event, in the event's own transaction, once per order and event; the
 * worker writes the mail.
 */
export async function noteLetter(db: Db, orderId: string, event: LetterEvent): Promise<void> {
  await insertLetter(db, orderId, event)
}

const atOnce = 50

/**
 * Writes the mails and notifications of orders, to their buyers and of sales to the sellers, once each: marking a
 * letter as sent and queueing its mail are one transaction. Members without an address get none.
 * Only one worker writes at a time. Returns how many letters it read.
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
  const { event, kind, email, locale, priceYen, wasSold } = letter
  const { isTrade, writeLetter } = sellables.of(kind)
  if (!isOfEveryOrder(event)) {
    if (!writeLetter) throw new Error(`orders of kind ${kind} have no letter ${event}`)
    return writeLetter(db, env, letter)
  }
  await noteInList(db, letter, isTrade)
  if (email === null) return
  const to = { recipient: email, locale }
  const facts = factsOf(env, letter, isTrade)
  const receiptLink = wasSold ? `${facts.link}#receipt` : ''
  if (event === 'paid') {
    const tax = isTrade ? '' : formatYen(includedTax(priceYen))
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
}

/** Orders of one pack within half an hour are one message; their mails stay apart. */
async function noteInList(db: Db, { event, memberId, orderId, subjectId, name }: DueLetter, isTrade: boolean) {
  if (!isOfEveryOrder(event)) return
  await notify(db, memberId, {
    event: `order-${event}`,
    subject: isTrade || event !== 'paid' ? orderId : `pack:${subjectId}`,
    cause: `order-${event}:${orderId}`,
    facts: { name, orderId },
  })
}

const isOfEveryOrder = (event: string): event is 'paid' | 'failed' | 'refunded' =>
  ['paid', 'failed', 'refunded'].includes(event)

function factsOf(env: Deps['env'], letter: DueLetter, isTrade: boolean) {
  const { orderId, locale, priceYen, name } = letter
  return {
    orderId,
    name: name[locale],
    isToken: isTrade ? 'token' : '',
    orderedAt: momentOf(letter.orderedAt, locale),
    total: formatYen(priceYen),
    ...partsOf(letter),
    link: siteLink(env, `/mypage/orders/${orderId}`),
    contactLink: siteLink(env, '/contact', { order: orderId }),
  }
}

/**
 * What was charged and what was paid with points. Late money is refunded alone: the points were
 * returned before.
 */
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
