import { AppError } from '@kura/contract/errors'

/** Anything a mail program would make a link of. */
const link = /:\/\/|\bwww\.|[\p{L}\p{N}-]+\.[a-z]{2,24}(?![a-z])/iu

/** Whether a mail program would make a link of part of it. */
export const holdsLink = (text: string): boolean => link.test(text)

/**
 * What a giver writes along, as one line of text. Fails with INVALID_INPUT where it holds the address of a web page or of a mailbox: a
 * letter of ours must not carry anybody's links.
 */
export function readMessage(message: string | undefined): string {
  const text = (message ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  if (!holdsLink(text)) return text
  throw new AppError('INVALID_INPUT', { details: [{ field: 'message', fault: 'link' }] })
}
