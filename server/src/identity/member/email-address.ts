import { domainToASCII } from 'node:url'
import { AppError } from '@kura/contract/errors'

// Dots are allowed anywhere before the @: Japanese carriers assigned such addresses for years.
const local = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The address in its one spelling (NFC, lower case, domain in ASCII), or undefined when it is none. */
export function findEmail(value: string): string | undefined {
  const [name = '', host = '', ...rest] = value.trim().normalize('NFC').toLowerCase().split('@')
  const ascii = domainToASCII(host)
  const isGood = rest.length === 0 && local.test(name) && domain.test(ascii) && name.length + ascii.length < 254
  return isGood ? `${name}@${ascii}` : undefined
}

/** The same. Fails with INVALID_EMAIL_FORMAT. */
export function normalEmail(value: string): string {
  const email = findEmail(value)
  if (email !== undefined) return email
  throw new AppError('INVALID_EMAIL_FORMAT', { details: [{ field: 'email', fault: 'invalid_format' }] })
}

/**
 * The mailbox behind an address, for limits: what follows a plus is for its owner, and Google
 * leaves dots out (as `mailbox_of` in SQL).
 */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.split('@')
  const box = name.split('+')[0] ?? ''
  return ['gmail.com', 'googlemail.com'].includes(host) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${host}`
}

/** An address with most of its name hidden, for mails to an address that may not be its owner's. */
export const hiddenEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***')
