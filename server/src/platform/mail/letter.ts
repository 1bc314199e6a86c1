export type Locale = 'ja' | 'en'

/**
 * One mail before it becomes text and HTML: paragraphs, perhaps a code, a button and links, and a
 * small last note.
 */
export type Letter = {
  subject: string
  lead: string
  paragraphs: string[]
  code?: string
  button?: { label: string; href: string }
  /** Ways on that matter less than the button. */
  links?: { label: string; href: string }[]
  note: string
  /** The address that ends mails of this kind with one click; for what is no confirmation. */
  unsubscribe?: string
}
/** Letters by template and language, each written from its words. */
export type Letters<Words extends Record<string, Record<string, string>>> = {
  [N in keyof Words]: Record<Locale, (words: Words[N]) => Letter>
}

/** The last line of mails that somebody else may have requested. */
export const ignore: Record<Locale, string> = {
  ja: 'お心当たりのない場合は、このメールを破棄してください。何も変更されません。',
  en: 'If you did not ask for this, ignore this mail. Nothing changes.',
}
/** The last line of mails about a change. */
export const notYou: Record<Locale, string> = {
  ja: 'お心当たりのない場合は、すぐにパスワードを再設定し、お問い合わせください。',
  en: 'If this was not you, reset your password at once and contact us.',
}
