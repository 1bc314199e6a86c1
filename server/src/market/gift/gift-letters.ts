import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { notify } from '../../identity/notification/notify.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { plainName } from '../../identity/member/member-text.ts'
import * as letters from './letter-queries.ts'
import { keepLink, keepMail, findMailable } from './letter-queries.ts'
import type { Mailable } from './letter-queries.ts'
import { claimPagePath } from '@kura/contract/market/gift'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'
import type { ApiOutput } from '@kura/contract/api'
import { ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Viewer } from '../../platform/http/on.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'

type LetterDeps = Pick<Deps, 'sql' | 'env'>
const atOnce = 50

/**
 * Writes the mails of gifts that opened, arrived or ended, once each: the transaction that queues
 * the mails marks the move as written. The link of a gift by mail is made here, once the chain has
 * its order. Returns how many moves it read.
 */
export async function writeGiftLetters({ sql, env }: LetterDeps): Promise<number> {
  let read = 0
  for (;;) {
    const count = await transaction(sql, async (db) => {
      const transfers = await letters.takeTransferMoves(db, atOnce)
      for (const arrived of transfers.arrived) await tellOfArrival(db, env, arrived)
      const gifts = await letters.takeGiftMoves(db, atOnce)
      for (const moved of gifts.moved) await tellOfMove(db, env, moved)
      for (const refused of await letters.takeRefused(db)) await tellOfRefusal(db, env, refused)
      return Math.max(transfers.count, gifts.count)
    })
    read += count
    if (count < atOnce) return read
  }
}

const giftPage = (env: Deps['env'], id: string) => siteLink(env, `/mypage/gifts/${id}`)

async function tellOfArrival(db: Db, env: Deps['env'], gift: letters.ArrivedTransfer): Promise<void> {
  const { giver, receiver } = gift
  await tellReceiver(db, env, { ...gift, receiver })
  await tellGiver(db, env, gift, giver, plainName(receiver?.name ?? '') || gift.toAddress)
}

async function tellOfMove(db: Db, env: Deps['env'], gift: letters.MovedGift): Promise<void> {
  if (gift.to === 'open') return tellOfLink(db, env, gift)
  if (gift.to === 'sealed') {
    await tellReceiver(db, env, { ...gift, receiver: gift.claimer })
    return tellGiver(db, env, gift, gift.giver, plainName(gift.claimer?.name ?? '') || (gift.claimerAddress ?? ''))
  }
  await tellOfEnd(db, env, gift)
}

async function tellOfLink(db: Db, env: Deps['env'], gift: letters.MovedGift): Promise<void> {
  if (gift.wasMailed || !(await mailLink(db, env, { ...gift, mails: 0 }))) return
  const { email, locale } = gift.giver
  await noteInList(db, 'gift-offered', gift.giver, gift)
  if (!email) return
  const words = {
    item: titleOf(gift, locale),
    email: gift.email,
    until: momentOf(gift.claimUntil, locale),
    link: giftPage(env, gift.id),
  }
  await queueMail(db, { recipient: email, locale, template: 'gift-offered', words })
}

type Arrival = {
  id: string
  tokenId: string
  item: Words
  serial: number
  message: string
  giver: { name: string }
} & {
  receiver: { memberId: string; email: string | null; locale: 'ja' | 'en' } | null
}

async function tellReceiver(db: Db, env: Deps['env'], { receiver, giver, tokenId, ...gift }: Arrival): Promise<void> {
  if (!receiver) return
  await noteInList(db, 'gift-arrived', receiver, { ...gift, tokenId })
  if (!receiver.email) return
  const { email, locale } = receiver
  const link = siteLink(env, `/tokens/${tokenId}`)
  const words = { item: titleOf(gift, locale), giver: plainName(giver.name), message: gift.message, link }
  await queueMail(db, { recipient: email, locale, template: 'gift-arrived', words })
}

async function tellGiver(
  db: Db,
  env: Deps['env'],
  gift: { id: string; item: Words; serial: number },
  giver: { memberId: string; email: string | null; locale: 'ja' | 'en' },
  receiver: string,
): Promise<void> {
  await noteInList(db, 'gift-delivered', giver, gift)
  const { email, locale } = giver
  if (!email) return
  const words = { item: titleOf(gift, locale), receiver, link: giftPage(env, gift.id) }
  await queueMail(db, { recipient: email, locale, template: 'gift-delivered', words })
}

/** Reasons that the giver did not cause. */
const mailedToGiver: readonly (string | null)[] = ['expired', 'undelivered', 'withdrawn']

async function tellOfEnd(db: Db, env: Deps['env'], gift: letters.MovedGift): Promise<void> {
  const { giver, claimer, reason } = gift
  const why = reason ?? ''
  if (mailedToGiver.includes(reason)) await noteInList(db, 'gift-returned', giver, gift)
  if (giver.email && mailedToGiver.includes(reason)) {
    const words = { item: titleOf(gift, giver.locale), why, link: giftPage(env, gift.id) }
    await queueMail(db, { recipient: giver.email, locale: giver.locale, template: 'gift-returned', words })
  }
  // the claimer is waiting for it; a recipient who did not claim is written to unless the gift
  // expired
  const named = gift.wasMailed && reason !== 'expired' ? gift.email : ''
  if (claimer) await noteInList(db, 'gift-cancelled', claimer, gift)
  const to = gift.claimerAddress === null ? { email: named, locale: gift.locale } : claimer
  if (!to?.email) return
  const words = { item: titleOf(gift, to.locale), giver: plainName(giver.name), why, link: siteLink(env, '/') }
  await queueMail(db, { recipient: to.email, locale: to.locale, template: 'gift-cancelled', words })
}

async function tellOfRefusal(db: Db, env: Deps['env'], gift: letters.RefusedMail): Promise<void> {
  const { email, locale } = gift.giver
  await noteInList(db, 'gift-unreachable', gift.giver, gift)
  if (!email) return
  const words = { item: titleOf(gift, locale), email: gift.email, link: giftPage(env, gift.id) }
  await queueMail(db, { recipient: email, locale, template: 'gift-unreachable', words })
}

type GiftEvent = `gift-${'offered' | 'arrived' | 'delivered' | 'returned' | 'cancelled' | 'unreachable'}`

/** Gifts that arrive or are delivered within half an hour are one message. */
async function noteInList(
  db: Db,
  event: GiftEvent,
  { memberId }: { memberId: string },
  { id, tokenId = '', item, serial }: { id: string; tokenId?: string; item: Words; serial: number },
): Promise<void> {
  const isGrouped = event === 'gift-arrived' || event === 'gift-delivered'
  const name = { ja: titleOf({ item, serial }, 'ja'), en: titleOf({ item, serial }, 'en') }
  const facts = { name, giftId: id, tokenId }
  await notify(db, memberId, { event, subject: isGrouped ? 'gifts' : id, cause: `${event}:${id}`, facts })
}

/** An item with its serial, as a letter names it. */
const titleOf = ({ item, serial }: { item: Words; serial: number }, locale: 'ja' | 'en'): string =>
  `${item[locale]} #${serial}`

/** Formats an instant in Japan's time zone. */
const momentOf = (at: Date, locale: 'ja' | 'en'): string => {
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
 * Makes a link to claim the gift and queues its letter, in the caller's transaction; earlier links
 * become void. Only the letter has the secret; the row has its hash. Does nothing and returns false
 * when the gift can no longer be claimed or another link was made meanwhile.
 */
async function mailLink(db: Db, env: Deps['env'], gift: Omit<Mailable, 'state'>): Promise<boolean> {
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

/**
 * Mails a new link for an open gift; the older link becomes void. Fails with NOT_FOUND, with
 * GIFT_STATE when it can no longer be claimed or reached its limit of mails, and with
 * TOO_MANY_REQUESTS when the address reached its own.
 */
export async function mailGiftAgain(
  deps: Pick<Deps, 'sql' | 'env'>,
  { memberId }: Viewer,
  giftId: string,
): Promise<ApiOutput<'mailGiftAgain'>> {
  const gift = await findMailable(deps.sql, giftId, memberId)
  ensure(gift, 'NOT_FOUND')
  ensure(gift.state === 'open' && gift.mails > 0 && gift.mails < limits.giftMailsMost, 'GIFT_STATE')
  await limitRate(deps, 'giftAgainPerAddress', gift.email)
  ensure(await transaction(deps.sql, (db) => mailLink(db, deps.env, gift)), 'GIFT_STATE')
  return { giftId, state: 'open' }
}
