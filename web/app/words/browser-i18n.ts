import { createInstance } from 'i18next'
import type { BackendModule, i18n } from 'i18next'
import { asLanguage } from '../platform/preferences.ts'
import type { Language } from '../platform/preferences.ts'
import { i18nOptions } from './i18n-options.ts'
import type { LaterNamespace } from './i18n-options.ts'

type Namespace = 'common' | LaterNamespace
type Files = Record<Namespace, () => Promise<Record<string, string>>>

const files: Record<Language, Files> = {
  ja: {
    common: () => import('./ja.ts').then(({ ja }) => ja),
    checkout: () => import('./ja/checkout.ts').then(({ checkoutWords }) => checkoutWords),
    fan: () => import('./ja/fan.ts').then(({ fanWords }) => fanWords),
    gift: () => import('./ja/gift.ts').then(({ giftWords }) => giftWords),
    give: () => import('./ja/give.ts').then(({ giveWords }) => giveWords),
    identity: () => import('./ja/identity.ts').then(({ identityWords }) => identityWords),
    leave: () => import('./ja/leave.ts').then(({ leaveWords }) => leaveWords),
    legal: () => import('./ja/legal.ts').then(({ legalWords }) => legalWords),
    library: () => import('./ja/library.ts').then(({ libraryWords }) => libraryWords),
    market: () => import('./ja/market.ts').then(({ marketWords }) => marketWords),
    notification: () => import('./ja/notification.ts').then(({ notificationWords }) => notificationWords),
    order: () => import('./ja/order.ts').then(({ orderWords }) => orderWords),
    pack: () => import('./ja/pack.ts').then(({ packWords }) => packWords),
    payout: () => import('./ja/payout.ts').then(({ payoutWords }) => payoutWords),
    point: () => import('./ja/point.ts').then(({ pointWords }) => pointWords),
    search: () => import('./ja/search.ts').then(({ searchWords }) => searchWords),
    listing: () => import('./ja/listing.ts').then(({ listingWords }) => listingWords),
    service: () => import('./ja/service.ts').then(({ serviceWords }) => serviceWords),
    signing: () => import('./ja/signing.ts').then(({ signingWords }) => signingWords),
    trade: () => import('./ja/trade.ts').then(({ tradeWords }) => tradeWords),
    transfer: () => import('./ja/transfer.ts').then(({ transferWords }) => transferWords),
  },
  en: {
    common: () => import('./en.ts').then(({ en }) => en),
    checkout: () => import('./en/checkout.ts').then(({ checkoutWords }) => checkoutWords),
    fan: () => import('./en/fan.ts').then(({ fanWords }) => fanWords),
    gift: () => import('./en/gift.ts').then(({ giftWords }) => giftWords),
    give: () => import('./en/give.ts').then(({ giveWords }) => giveWords),
    identity: () => import('./en/identity.ts').then(({ identityWords }) => identityWords),
    leave: () => import('./en/leave.ts').then(({ leaveWords }) => leaveWords),
    legal: () => import('./en/legal.ts').then(({ legalWords }) => legalWords),
    library: () => import('./en/library.ts').then(({ libraryWords }) => libraryWords),
    market: () => import('./en/market.ts').then(({ marketWords }) => marketWords),
    notification: () => import('./en/notification.ts').then(({ notificationWords }) => notificationWords),
    order: () => import('./en/order.ts').then(({ orderWords }) => orderWords),
    pack: () => import('./en/pack.ts').then(({ packWords }) => packWords),
    payout: () => import('./en/payout.ts').then(({ payoutWords }) => payoutWords),
    point: () => import('./en/point.ts').then(({ pointWords }) => pointWords),
    search: () => import('./en/search.ts').then(({ searchWords }) => searchWords),
    listing: () => import('./en/listing.ts').then(({ listingWords }) => listingWords),
    service: () => import('./en/service.ts').then(({ serviceWords }) => serviceWords),
    signing: () => import('./en/signing.ts').then(({ signingWords }) => signingWords),
    trade: () => import('./en/trade.ts').then(({ tradeWords }) => tradeWords),
    transfer: () => import('./en/transfer.ts').then(({ transferWords }) => transferWords),
  },
}

/** Loads the words of one language and namespace, and only those, as a file of their own. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    files[asLanguage(language)][namespace as Namespace]().then(
      (words) => done(null, words),
      // `true` asks i18next to try again
      (error: unknown) => done(error instanceof Error ? error : String(error), true),
    )
  },
}

let made: Promise<i18n> | undefined

/** The words in the browser, in the language of the page, once those of every page are there. */
export function browserI18n(): Promise<i18n> {
  made ??= make(asLanguage(document.documentElement.lang))
  return made
}

async function make(language: Language): Promise<i18n> {
  const instance = createInstance().use(backend)
  await instance.init({ ...i18nOptions(language), maxParallelReads: 10, maxRetries: 5, retryTimeout: 350 })
  return instance
}

/** Has the words of a namespace loaded; on the server they are always there. Fails when they cannot be had. */
export async function loadWords(namespace: LaterNamespace): Promise<void> {
  if (typeof document === 'undefined') return
  const language = asLanguage(document.documentElement.lang)
  // on its way while those of every page are waited for; what fails here is tried again below
  void files[language][namespace]().catch(() => undefined)
  const instance = await browserI18n()
  await instance.loadNamespaces(namespace)
  if (!instance.hasResourceBundle(language, namespace)) throw new Error(`the words of ${namespace} did not load`)
}
