import type { Language } from '../platform/preferences.ts'

/** Sentences in a row: Japanese leaves no gap between them. */
export const joinSentences = (sentences: readonly string[], language: Language): string =>
  sentences.join(language === 'ja' ? '' : ' ')
