import { toHiragana } from 'wanakana'

const isKana = (text: string): boolean => /^[ぁ-ゖー]+$/.test(text)

/** A text in Latin letters as hiragana, without a last syllable that is not whole; or undefined. */
export function kanaOf(latin: string): string | undefined {
  if (!/^[a-z'-]+$/.test(latin)) return undefined
  const kana = toHiragana(latin.replace(/-/g, ''), { passRomaji: false }).replace(/[a-z']+$/, '')
  return isKana(kana) ? kana.replace(/ぢ/g, 'じ').replace(/づ/g, 'ず') : undefined
}

/** Kana without what marks a long vowel, which people write in several ways or not at all. */
export const withoutLongVowels = (kana: string): string =>
  kana
    .replace(/ー/g, '')
    .replace(/([おこごそぞとどのほぼぽもよょろを])[うお]/g, '$1')
    .replace(/([うくぐすずつづぬふぶぷむゆゅる])う/g, '$1')

/** The spellings that a word is searched in: as it is, as kana, and without long vowels. */
export function spellingsOf(form: string): string[] {
  const plain = form.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  const kana = isKana(form) ? form : kanaOf(/[a-z]/.test(plain) ? plain : '')
  const short = kana === undefined ? undefined : withoutLongVowels(kana)
  return [...new Set([form, kana, short])].filter((each) => each !== undefined && each !== '') as string[]
}
