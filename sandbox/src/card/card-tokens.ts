import { randomBytes } from 'node:crypto'
import { jstStamp, type GatewayClock } from './gateway-clock.ts'
import { passesLuhn, playNumberOf } from './magic-cards.ts'
import { CardRefusal } from './refusals.ts'
import type { CardFace } from './trade-book.ts'

export type CardData = { number: string; expire: string; securityCode?: string; holderName?: string }
export type TokenAnswer = {
  resultCode: string
  tokenObject?: {
    token: string | string[]
    toBeExpiredAt: string
    maskedCardNo: string
    isSecurityCodeSet: boolean
  }
}
export type CardTokens = {
  /** Returns one-time tokens for a card, or the code of the first wrong field. */
  issue(form: Record<string, string | undefined>): TokenAnswer
  /** Uses a token up and returns its card. */
  spend(token: string): CardData
}

const lifeMs = 30 * 60_000

/** What may be kept of a card. */
export const faceOf = ({ number, expire, holderName = '' }: CardData): CardFace => ({
  masked: maskNumber(number),
  expire,
  forward: forwardOf(number),
  playNumber: playNumberOf(number),
  holderName,
})

const forwardOf = (number: string) =>
  number.startsWith('35') ? '2a99661' : number.startsWith('5') ? '2a99662' : '2a99663'

/** Card number with all but the last four digits hidden. */
export const maskNumber = (number: string) => `${'*'.repeat(number.length - 4)}${number.slice(-4)}`

/** Tokens live in memory only: after a restart the card is typed in again, as after an expiry. */
export function makeCardTokens(shopId: string, clock: GatewayClock): CardTokens {
  const tokens = new Map<string, { card?: CardData; until: number }>()
  return {
    issue(form) {
      const resultCode = faultOf(form, shopId, clock())
      if (resultCode !== '000') return { resultCode }
      const card: CardData = {
        number: form.cardno ?? '',
        expire: (form.expire ?? '').slice(-4),
        securityCode: form.securitycode || undefined,
        holderName: form.holdername || undefined,
      }
      const until = clock().getTime() + lifeMs
      forgetOld(tokens, clock().getTime())
      const issued = Array.from({ length: Number(form.tokennumber || 1) }, () => randomBytes(32).toString('hex'))
      for (const token of issued) tokens.set(token, { card, until })
      return {
        resultCode,
        tokenObject: {
          token: issued.length === 1 ? issued.join() : issued,
          toBeExpiredAt: jstStamp(new Date(until)).replace(/(.{4})(..)(..)(..)(..)(..)/, '$1-$2-$3-$4-$5-$6'),
          maskedCardNo: maskNumber(card.number),
          isSecurityCodeSet: card.securityCode !== undefined,
        },
      }
    },
    spend(token) {
      const found = tokens.get(token)
      if (!found) throw new CardRefusal('EX1000301')
      if (!found.card) throw new CardRefusal('EX1000302')
      if (found.until < clock().getTime()) throw new CardRefusal('EX1000303')
      const { card } = found
      found.card = undefined
      return card
    },
  }
}

/**
 * Drops tokens an hour past their end; they lie in the order of issue, so the first one that is
 * younger ends the search.
 */
function forgetOld(tokens: Map<string, { until: number }>, now: number) {
  for (const [token, { until }] of tokens) {
    if (until + 2 * lifeMs > now) return
    tokens.delete(token)
  }
}

function faultOf(form: Record<string, string | undefined>, shopId: string, now: Date): string {
  const { cardno = '', expire = '', securitycode = '', holdername = '', tokennumber = '' } = form
  const faults: [string, boolean][] = [
    ['160', !form.shopid],
    ['180', form.shopid !== shopId],
    ['100', cardno === ''],
    ['101', !/^\d*$/.test(cardno)],
    ['102', cardno.length < 10 || cardno.length > 16 || !passesLuhn(cardno)],
    ['110', expire === ''],
    ['111', !/^\d*$/.test(expire)],
    ['112', expire.length !== 4 && expire.length !== 6],
    ['113', !isComing(expire.slice(-4), now)],
    ['121', !/^\d*$/.test(securitycode)],
    ['122', securitycode !== '' && (securitycode.length < 3 || securitycode.length > 4)],
    ['131', !/^[\u0020-\u007E]*$/.test(holdername)],
    ['132', holdername.length > 50],
    ['141', !/^\d*$/.test(tokennumber)],
    ['142', tokennumber !== '' && (Number(tokennumber) < 1 || Number(tokennumber) > 10)],
  ]
  return faults.find(([, wrong]) => wrong)?.[0] ?? '000'
}

// `expire` is YYMM; a card works to the end of its month.
function isComing(expire: string, now: Date) {
  const month = Number(expire.slice(2))
  return month >= 1 && month <= 12 && expire >= jstStamp(now).slice(2, 6)
}
