import type { Language } from './preferences.ts'

// toLocaleString would look the format up each time
const formats: Record<Language, Intl.NumberFormat> = {
  ja: new Intl.NumberFormat('ja'),
  en: new Intl.NumberFormat('en'),
}

/** A number of things with its thousands apart, as the language writes it. */
export const formatCount = (count: number, language: Language): string => formats[language].format(count)
