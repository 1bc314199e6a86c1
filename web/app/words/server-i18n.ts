import { createInstance } from 'i18next'
import type { i18n } from 'i18next'
import type { Language } from '../platform/preferences.ts'
import { en } from './en.ts'
import { checkoutWords as enCheckout } from './en/checkout.ts'
import { fanWords as enFan } from './en/fan.ts'
import { giftWords as enGift } from './en/gift.ts'
import { giveWords as enGive } from './en/give.ts'
import { identityWords as enIdentity } from './en/identity.ts'
import { leaveWords as enLeave } from './en/leave.ts'
import { legalWords as enLegal } from './en/legal.ts'
import { libraryWords as enLibrary } from './en/library.ts'
import { marketWords as enMarket } from './en/market.ts'
import { notificationWords as enNotification } from './en/notification.ts'
import { orderWords as enOrder } from './en/order.ts'
import { packWords as enPack } from './en/pack.ts'
import { payoutWords as enPayout } from './en/payout.ts'
import { pointWords as enPoint } from './en/point.ts'
import { searchWords as enSearch } from './en/search.ts'
import { listingWords as enListing } from './en/listing.ts'
import { serviceWords as enService } from './en/service.ts'
import { signingWords as enSigning } from './en/signing.ts'
import { tradeWords as enTrade } from './en/trade.ts'
import { transferWords as enTransfer } from './en/transfer.ts'
import { i18nOptions } from './i18n-options.ts'
import { ja } from './ja.ts'
import { checkoutWords as jaCheckout } from './ja/checkout.ts'
import { fanWords as jaFan } from './ja/fan.ts'
import { giftWords as jaGift } from './ja/gift.ts'
import { giveWords as jaGive } from './ja/give.ts'
import { identityWords as jaIdentity } from './ja/identity.ts'
import { leaveWords as jaLeave } from './ja/leave.ts'
import { legalWords as jaLegal } from './ja/legal.ts'
import { libraryWords as jaLibrary } from './ja/library.ts'
import { marketWords as jaMarket } from './ja/market.ts'
import { notificationWords as jaNotification } from './ja/notification.ts'
import { orderWords as jaOrder } from './ja/order.ts'
import { packWords as jaPack } from './ja/pack.ts'
import { payoutWords as jaPayout } from './ja/payout.ts'
import { pointWords as jaPoint } from './ja/point.ts'
import { searchWords as jaSearch } from './ja/search.ts'
import { listingWords as jaListing } from './ja/listing.ts'
import { serviceWords as jaService } from './ja/service.ts'
import { signingWords as jaSigning } from './ja/signing.ts'
import { tradeWords as jaTrade } from './ja/trade.ts'
import { transferWords as jaTransfer } from './ja/transfer.ts'

const instances = new Map<Language, i18n>()

/** The words of a language on the server: one instance for all pages, it never changes. */
export function serverI18n(language: Language): i18n {
  const known = instances.get(language)
  if (known) return known
  const instance = createInstance()
  void instance.init({
    ...i18nOptions(language),
    initAsync: false,
    resources: {
      ja: {
        common: ja,
        checkout: jaCheckout,
        fan: jaFan,
        gift: jaGift,
        give: jaGive,
        identity: jaIdentity,
        leave: jaLeave,
        legal: jaLegal,
        library: jaLibrary,
        market: jaMarket,
        notification: jaNotification,
        order: jaOrder,
        pack: jaPack,
        payout: jaPayout,
        point: jaPoint,
        search: jaSearch,
        listing: jaListing,
        service: jaService,
        signing: jaSigning,
        trade: jaTrade,
        transfer: jaTransfer,
      },
      en: {
        common: en,
        checkout: enCheckout,
        fan: enFan,
        gift: enGift,
        give: enGive,
        identity: enIdentity,
        leave: enLeave,
        legal: enLegal,
        library: enLibrary,
        market: enMarket,
        notification: enNotification,
        order: enOrder,
        pack: enPack,
        payout: enPayout,
        point: enPoint,
        search: enSearch,
        listing: enListing,
        service: enService,
        signing: enSigning,
        trade: enTrade,
        transfer: enTransfer,
      },
    },
  })
  instances.set(language, instance)
  return instance
}
