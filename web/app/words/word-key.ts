import type { en } from './en.ts'
import type { checkoutWords } from './en/checkout.ts'
import type { fanWords } from './en/fan.ts'
import type { giftWords } from './en/gift.ts'
import type { giveWords } from './en/give.ts'
import type { identityWords } from './en/identity.ts'
import type { leaveWords } from './en/leave.ts'
import type { legalWords } from './en/legal.ts'
import type { libraryWords } from './en/library.ts'
import type { marketWords } from './en/market.ts'
import type { notificationWords } from './en/notification.ts'
import type { orderWords } from './en/order.ts'
import type { packWords } from './en/pack.ts'
import type { payoutWords } from './en/payout.ts'
import type { pointWords } from './en/point.ts'
import type { searchWords } from './en/search.ts'
import type { listingWords } from './en/listing.ts'
import type { serviceWords } from './en/service.ts'
import type { signingWords } from './en/signing.ts'
import type { tradeWords } from './en/trade.ts'
import type { transferWords } from './en/transfer.ts'

type Stem<K extends string> = K extends `${infer S}_one` | `${infer S}_other` ? S : K

/** A key of the words, of any namespace; plural forms are asked for by their stem and `count`. */
export type WordKey = Stem<
  | keyof typeof en
  | keyof typeof checkoutWords
  | keyof typeof fanWords
  | keyof typeof giftWords
  | keyof typeof giveWords
  | keyof typeof identityWords
  | keyof typeof leaveWords
  | keyof typeof legalWords
  | keyof typeof libraryWords
  | keyof typeof marketWords
  | keyof typeof notificationWords
  | keyof typeof orderWords
  | keyof typeof packWords
  | keyof typeof payoutWords
  | keyof typeof pointWords
  | keyof typeof searchWords
  | keyof typeof listingWords
  | keyof typeof serviceWords
  | keyof typeof signingWords
  | keyof typeof tradeWords
  | keyof typeof transferWords
>
/** What a language without plural forms must provide: every stem. */
export type WordsLike<T> = Record<Stem<keyof T & string>, string>
