import type { InitOptions } from 'i18next'
import type { Language } from '../platform/preferences.ts'

/** Namespaces that load with the screens which need them; `common` is there on every page. */
export const laterNamespaces = [
  'checkout',
  'fan',
  'gift',
  'give',
  'identity',
  'leave',
  'legal',
  'library',
  'market',
  'notification',
  'order',
  'pack',
  'payout',
  'point',
  'search',
  'listing',
  'service',
  'signing',
  'trade',
  'transfer',
] as const
export type LaterNamespace = (typeof laterNamespaces)[number]

/** Settings of i18next on both sides: namespace `common`, English by default, flat keys such as `wallet.error.unknown`. */
export const i18nOptions = (language: Language): InitOptions => ({
  lng: language,
  // Japanese has every key (its type says so): only one language is ever loaded
  fallbackLng: (code: string) => (code === 'ja' ? [] : ['en']),
  supportedLngs: ['ja', 'en'],
  ns: ['common'],
  defaultNS: 'common',
  fallbackNS: [...laterNamespaces],
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
})
