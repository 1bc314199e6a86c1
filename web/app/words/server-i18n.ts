import { createInstance } from 'i18next'
import type { i18n } from 'i18next'
import type { Language } from '../preferences.ts'
import { en } from './en.ts'
import { i18nOptions } from './i18n-options.ts'
import { ja } from './ja.ts'

const instances = new Map<Language, i18n>()

/** The words of a language on the server: one instance for all pages, it never changes. */
export function serverI18n(language: Language): i18n {
  const known = instances.get(language)
  if (known) return known
  const instance = createInstance()
  void instance.init({
    ...i18nOptions(language),
    initAsync: false,
    resources: { ja: { common: ja }, en: { common: en } },
  })
  instances.set(language, instance)
  return instance
}
