import { withoutLongVowels } from './kana.ts'
import { synonyms } from './synonyms.ts'

/** What a name is found by besides itself. */
export type NameForms = { readings: string[]; synonyms: string[] }

type Token = { surface: string; reading?: string; partOfSpeech: string }

/** Katakana as hiragana, in the form names are searched in. */
const hiragana = (text: string): string =>
  text.normalize('NFKC').replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))

/**
 * The readings and synonyms of Japanese names, by name. The dictionary takes 150 MB while this
 * runs, so only an import calls it, never a web process.
 */
export async function readNames(names: Iterable<string>): Promise<Map<string, NameForms>> {
  const { TokenizerBuilder } = await import('lindera-wasm-nodejs-ipadic')
  const builder = new TokenizerBuilder()
  builder.setDictionary('embedded://ipadic')
  builder.setMode('normal')
  const tokenizer = builder.build()
  try {
    return new Map([...new Set(names)].map((name) => [name, formsOf(tokenizer.tokenize(name) as Token[])]))
  } finally {
    tokenizer.free()
  }
}

function formsOf(tokens: Token[]): NameForms {
  const read = tokens.map(({ surface, reading, partOfSpeech }) => ({
    surface: hiragana(surface).toLowerCase(),
    reading: hiragana(reading === undefined || reading === '*' ? surface : reading),
    isContent: !/^(助詞|助動詞|記号|接頭詞)/.test(partOfSpeech),
  }))
  const whole = read.map(({ reading }) => reading.trim()).join('')
  const words = read.filter(({ isContent, reading }) => isContent && reading.length > 1)
  const readings = [whole, ...words.map(({ reading }) => reading)]
  const meant = synonyms.filter(
    (group) => group.includes(whole) || read.some((token) => token.isContent && isOneOf(group, token)),
  )
  return { readings: [...new Set([...readings, ...readings.map(withoutLongVowels)])], synonyms: meant.flat() }
}

/** A reading in the short form that a search without long vowels finds. */
export const shortReading = (reading: string): string => withoutLongVowels(hiragana(reading))

/** A compound means what its last part means: 夜桜 is a kind of 桜. */
const isOneOf = (group: readonly string[], { surface, reading }: { surface: string; reading: string }): boolean =>
  group.some((word) => surface === word || (/\p{sc=Han}$/u.test(word) && surface.endsWith(word))) ||
  (/^[ぁ-ゖー]{3,}$/.test(surface) && group.includes(reading))
