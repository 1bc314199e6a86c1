/**
 * Text as Japanese banks take it in transfer files: half-width kana without small letters, capital
 * letters, digits and a few signs (JIS X 0201). Shared by the form, which helps while typing, and
 * by the server, which decides.
 */

/** The characters a bank accepts in an account holder's name. */
const accepted = /^[ｱ-ﾝﾞﾟA-Z0-9 ().\-/]$/

const fullWidth =
  'ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン'
const halfWidth = 'ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ'
const halfOf = new Map([...fullWidth].map((kana, at) => [kana, halfWidth[at] ?? '']))

/** Banks have no small kana, no ヲ and no separate long vowel: each has one usual substitute. */
const standIns = new Map([
  ...[...'ｧｨｩｪｫｬｭｮｯ'].map((small, at) => [small, 'ｱｲｳｴｵﾔﾕﾖﾂ'[at] ?? ''] as const),
  ['ｦ', 'ｵ'],
  ['ｰ', '-'],
  ['ヰ', 'ｲ'],
  ['ヱ', 'ｴ'],
  ['ヮ', 'ﾜ'],
  ['ヵ', 'ｶ'],
  ['ヶ', 'ｹ'],
  ['\u3099', 'ﾞ'],
  ['\u309a', 'ﾟ'],
  ['・', '.'],
  ['‐', '-'],
  ['‑', '-'],
  ['–', '-'],
  ['—', '-'],
  ['―', '-'],
  ['−', '-'],
  ['─', '-'],
  ['━', '-'],
  ['゠', '-'],
])

/** What a mark may stand behind. */
const voiced = /[ｲｳｴｵｶ-ﾄﾊ-ﾎﾜ]$/
const halfVoiced = /[ﾊ-ﾎ]$/

/**
 * Converts a text to the characters of banks; hiragana and full width are accepted. `refused` lists
 * each character without an equivalent once, in order: mostly kanji.
 */
export function toBankKana(text: string): { kana: string; refused: string[] } {
  const katakana = text
    // marks typed on their own belong to the letter before them
    .replace(/\s*゛/g, '\u3099')
    .replace(/\s*゜/g, '\u309a')
    .normalize('NFKC')
    .replace(/[ぁ-ゖ]/g, (hiragana) => String.fromCodePoint((hiragana.codePointAt(0) ?? 0) + 0x60))
    .toUpperCase()
    // a mark of its own behind each letter, as half width writes it
    .normalize('NFD')
    // banks write É as E
    .replace(/([A-Z])[\u0300-\u036f]+/g, '$1')
  const refused = new Set<string>()
  let kana = ''
  for (const each of katakana) {
    const half = halfOf.get(each) ?? each
    const one = standIns.get(half) ?? half
    if (/^\s$/.test(one)) kana += ' '
    else if ((one === 'ﾞ' && !voiced.test(kana)) || (one === 'ﾟ' && !halfVoiced.test(kana)))
      refused.add(one === 'ﾞ' ? '゛' : '゜')
    else if (accepted.test(one)) kana += one
    else refused.add(each.normalize('NFC'))
  }
  return { kana: kana.replace(/ +/g, ' ').trim(), refused: [...refused] }
}

/** Bank kana in half width, converted for people to read. */
export const fromBankKana = (kana: string): string => kana.normalize('NFKC')

/** The most characters of a holder's name in a transfer file. */
export const holderKanaMost = 30
