import type { StoredCard } from '@kura/contract/money/card'
import type { Translate } from '../../words/use-words.ts'
import '../../words/point-words.ts'

/**
 * The digits of a masked card number that may be shown: those after the last mask, at most four.
 */
export const lastDigits = (maskedNumber: string): string => /\d{1,4}$/.exec(maskedNumber)?.[0] ?? ''

/** Month and full year of a card's `YYMM`; nothing when it is not known. */
export function expiryOf(expires: string): { month: string; year: string } | undefined {
  const found = /^(\d{2})(0[1-9]|1[0-2])$/.exec(expires)
  return found ? { year: `20${found[1]}`, month: found[2] ?? '' } : undefined
}

/** A stored card by brand and last digits, as people know it. */
export const describeCard = ({ brand, maskedNumber }: StoredCard, t: Translate): string =>
  brand === ''
    ? t('stored-card.of-unknown', { digits: lastDigits(maskedNumber) })
    : t('stored-card.of', { brand, digits: lastDigits(maskedNumber) })
