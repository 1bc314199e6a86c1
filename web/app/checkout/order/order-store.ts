import { makeRecords } from '../../platform/own-records.ts'
import type { RecordWorld } from '../../platform/own-records.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** The server keeps an idempotency key at least this long, and no reservation lives longer. */
const reservedMs = 30 * minuteMs
/** A member who comes back the same day may still think that nothing was bought. */
const unseenMs = dayMs
const tokenOrderMs = 30 * dayMs

/** The terms of an order: the server refuses a known key with different ones. */
type Terms = { priceYen: number; usedPoint: number }
type Attempt = Terms & { key: string; payId?: string }
type Tender = 'paidy' | 'point'
/** Where an order is paid: the card check of a bank, or the card company's own page. */
export type PaymentPage = { url: string; isPage: boolean }
/** The name under which a card is to be stored. */
export type CardName = { cardName: string; holderName: string }

/**
 * What this browser remembers of its member's orders. Subjects are stored by name (`subjectName`).
 */
export function makeOrderStore(world?: RecordWorld) {
  const attempts = makeRecords<Attempt>('kura-order-attempt-', reservedMs, world)
  const unseen = makeRecords<{ before: readonly string[] }>('kura-order-unseen-', unseenMs, world)
  const pages = makeRecords<PaymentPage>('kura-order-page-', reservedMs, world)
  const cardNames = makeRecords<CardName>('kura-order-card-', reservedMs, world)
  const ofTokens = makeRecords<object>('kura-order-token-', tokenOrderMs, world)
  return {
    /**
     * Idempotency keys of orders that were sent and not seen through, by what is ordered and by tender. They outlive a reload and are
     * the same in every tab, so that the same order sent again is found and not made twice.
     */
    attempts: {
      find: (subject: string, tender: Tender): Attempt | undefined => attempts.find(`${tender}-${subject}`),
      /** The attempt, if its order has these terms. */
      findFor(subject: string, tender: Tender, terms: Terms): Attempt | undefined {
        const kept = this.find(subject, tender)
        return kept?.usedPoint === terms.usedPoint && kept.priceYen === terms.priceYen ? kept : undefined
      },
      drop: (subject: string, tender: Tender): void => attempts.drop(`${tender}-${subject}`),
      /** Remembers the provider's id of an approved deferred payment, until it is used. */
      agree(subject: string, payId: string): void {
        const kept = this.find(subject, 'paidy')
        if (kept) attempts.keep(`paidy-${subject}`, { ...kept, payId })
      },
      /** The key of an earlier attempt that may still be open, or a new one, stored. */
      keyFor(subject: string, tender: Tender, { priceYen, usedPoint }: Terms, newKey: () => string): string {
        const kept = this.findFor(subject, tender, { priceYen, usedPoint })
        if (kept) return kept.key
        const key = newKey()
        attempts.keep(`${tender}-${subject}`, { key, priceYen, usedPoint })
        return key
      },
    },
    /**
     * What an order was sent for whose end its member was not shown: the answer was lost, or the tab was closed at the bank. Kept with
     * the orders there were before, which tell the new one without any clock.
     */
    unseen: {
      /** An order is about to be sent; `before` are the orders that exist now. */
      send: (subject: string, before: Iterable<string>): void => unseen.keep(subject, { before: [...before] }),
      /** The orders that existed before it was sent; undefined when its outcome was shown. */
      before: (subject: string): readonly string[] | undefined => unseen.find(subject)?.before,
      /** The outcome was shown, or nothing was ordered. */
      seen: (subject: string): void => unseen.drop(subject),
    },
    /** Where an order is paid, so that its page can link back there after the tab was closed. */
    pages: {
      keep: (orderId: string, page: PaymentPage): void => pages.keep(orderId, page),
      find(orderId: string): PaymentPage | undefined {
        const found = pages.find(orderId)
        return found && /^https?:/.test(found.url) ? { url: found.url, isPage: found.isPage } : undefined
      },
    },
    /**
     * Names of cards by the payment that stores them, until their bank has responded. Never the
     * card itself.
     */
    cardNames,
    /**
     * Which orders are of tokens: their ids do not show it, and the call for packs would not find
     * them.
     */
    ofTokens: {
      note: (orderId: string): void => ofTokens.keep(orderId, {}),
      has: (orderId: string): boolean => ofTokens.find(orderId) !== undefined,
    },
    /**
     * Removes expired records. A key goes only with its order: a wrong clock must not remove it.
     */
    forgetOld: (): void => {
      for (const records of [pages, cardNames]) records.forgetOld()
    },
  }
}

/** The orders of this browser. */
export const orderStore = makeOrderStore()
