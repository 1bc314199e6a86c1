export const languages = ['ja', 'en'] as const
export type Language = (typeof languages)[number]
export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** A year, so that the choice is remembered. */
const maxAgeSeconds = 31_536_000

/** Narrows any text to a language of the site; the default is English. */
export const asLanguage = (value: unknown): Language => (value === 'ja' ? 'ja' : 'en')

/** Narrows any text to a theme; the default follows the device. */
export const asTheme = (value: unknown): Theme => (value === 'light' || value === 'dark' ? value : 'auto')

/**
 * The language chosen in this browser, from `document.cookie`; undefined when the browser's own
 * language decides.
 */
export const chosenLanguage = (cookies: string): Language | undefined =>
  languages.find((language) => cookies.split('; ').includes(`kura_language=${language}`))

/** The `document.cookie` text that keeps a preference of this browser for a year. */
export function preferenceCookie(
  name: 'kura_language' | 'kura_theme',
  value: Language | Theme,
  isSecure: boolean,
): string {
  return `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax${isSecure ? '; secure' : ''}`
}
