import { useContext } from 'react'
import { I18nContext } from 'react-i18next'
import type { i18n } from 'i18next'
import type { Words } from '@kura/contract/ids'
import { asLanguage } from '../platform/preferences.ts'
import type { Language } from '../platform/preferences.ts'
import type { WordKey } from './word-key.ts'

type Values = Record<string, string | number>
export type Translate = (key: WordKey, values?: Values) => string

// the words of a language never change once they are there, and most of a page is words without values
const plainWords = new WeakMap<i18n, Map<string, string>>()

// keys are strings from here: i18next's own types take half a minute for a union of thousands
function plainWord(i18n: i18n, key: string): string {
  let words = plainWords.get(i18n)
  if (!words) plainWords.set(i18n, (words = new Map()))
  const known = words.get(key)
  if (known !== undefined) return known
  const word = i18n.t(key)
  if (i18n.exists(key)) words.set(key, word)
  return word
}

/** The words of the page: `t` by key, `pick` for texts of the catalogue, and the language itself. */
export function useWords(): { t: Translate; pick: (words: Words) => string; language: Language } {
  const i18n = useContext(I18nContext)?.i18n
  if (!i18n) throw new Error('words are used outside of their provider')
  const language = asLanguage(i18n.language)
  const t = (key: string, values?: Values): string => (values ? i18n.t(key, values) : plainWord(i18n, key))
  return {
    t,
    // a text missing in one language is better shown in the other than not at all
    pick: (words) => words[language] || words.ja || words.en,
    language,
  }
}

/** `ja` for a text that stands in Japanese on a page of any language, so that it is read aloud and set as such. */
export const languageOf = (text: string): 'ja' | undefined =>
  /[\u3041-\u30ff\u4e00-\u9fff]/.test(text) ? 'ja' : undefined

/** Sentences in a row: Japanese leaves no gap between them. */
export const joinSentences = (sentences: readonly string[], language: Language): string =>
  sentences.join(language === 'ja' ? '' : ' ')
