import { AppError } from '@kura/contract/errors'

// Control characters, line breaks, and the invisible signs that turn or hide text.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
// a description may have lines
const unseenButLines = new RegExp(`(?!\\n)${unseen.source}`, 'u')

/** A name in one line, NFC. Fails with INVALID_INPUT when it holds characters nobody sees. */
export const cleanName = (field: string, value: string): string => clean(field, value, unseen)

/** A text of several lines, NFC. Fails with INVALID_INPUT when it holds characters nobody sees. */
export const cleanText = (field: string, value: string): string =>
  clean(field, value.replace(/\r\n?/g, '\n'), unseenButLines)

function clean(field: string, value: string, refused: RegExp): string {
  const text = value.normalize('NFC').trim()
  if (refused.test(text)) throw new AppError('INVALID_INPUT', { details: [{ field, fault: 'unseen_characters' }] })
  return text
}
