import { createInstance } from 'i18next'
import type { BackendModule, i18n } from 'i18next'
import type { Language } from '../preferences.ts'
import { i18nOptions } from './i18n-options.ts'

/** Loads the words of one language, and only that one, as a file of its own. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _namespace, done) => {
    const file = language === 'ja' ? import('./ja.ts').then(({ ja }) => ja) : import('./en.ts').then(({ en }) => en)
    file.then(
      (words) => done(null, words),
      // `true` asks i18next to try again
      (error: unknown) => done(error instanceof Error ? error : String(error), true),
    )
  },
}

/** The words in the browser, once they are there. */
export async function browserI18n(language: Language): Promise<i18n> {
  const instance = createInstance().use(backend)
  await instance.init({ ...i18nOptions(language), maxParallelReads: 10, maxRetries: 5, retryTimeout: 350 })
  return instance
}
