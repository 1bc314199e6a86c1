import { accountLetters } from './account-letters.ts'
import type { AccountWords } from './account-letters.ts'
import { giftLetters } from './gift-letters.ts'
import type { GiftWords } from './gift-letters.ts'
import type { Letters } from './letter.ts'
import { notificationLetters } from './notification-letters.ts'
import type { NotificationWords } from './notification-letters.ts'
import { operatorLetters } from './operator-letters.ts'
import type { OperatorWords } from './operator-letters.ts'
import { orderLetters } from './order-letters.ts'
import type { OrderWords } from './order-letters.ts'
import { payoutLetters } from './payout-letters.ts'
import type { PayoutWords } from './payout-letters.ts'
import { signInLetters } from './sign-in-letters.ts'
import type { SignInWords } from './sign-in-letters.ts'
import { tradeLetters } from './trade-letters.ts'
import type { TradeWords } from './trade-letters.ts'
import { walletLetters } from './wallet-letters.ts'
import type { WalletWords } from './wallet-letters.ts'

/** The words of each mail. Links are addresses of this site, made by `siteLink`. */
export type MailWords = SignInWords &
  AccountWords &
  WalletWords &
  OperatorWords &
  OrderWords &
  TradeWords &
  GiftWords &
  PayoutWords &
  NotificationWords
export type TemplateName = keyof MailWords

/** Every mail of Kura in both languages. */
export const templates: Letters<MailWords> = {
  ...signInLetters,
  ...accountLetters,
  ...walletLetters,
  ...operatorLetters,
  ...orderLetters,
  ...giftLetters,
  ...tradeLetters,
  ...payoutLetters,
  ...notificationLetters,
}
