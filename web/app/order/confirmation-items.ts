import { limits } from '@kura/contract/limits'
import { formatYen } from '@kura/contract/money'
import type { PackView } from '@kura/contract/pack'
import type { WordKey } from '../words/word-key.ts'
import '../words/checkout-words.ts'

/** The six items that Japanese law wants on the last screen before a purchase, in its order. */
export const confirmationNames = ['quantity', 'price', 'payment', 'delivery', 'cancellation', 'period'] as const
export type ConfirmationName = (typeof confirmationNames)[number]
type Line = { word: WordKey; values?: Record<string, string | number> }
export type ConfirmationItem = { name: ConfirmationName; lines: readonly Line[] }
type Offer = Pick<PackView, 'kind' | 'cardsPerPack' | 'priceYen' | 'saleStartsAt' | 'saleEndsAt'>
/** What charges the part that points do not pay. */
export type ChargedBy = { by: 'new-card'; digits: string } | { by: 'stored-card'; card: string } | { by: 'paidy' }
/** How an order is paid; `charge` is null when points pay all of it. `points` writes a number of them for people. */
export type Paying = { usedPoint: number; charge: ChargedBy | null; points: (count: number) => string }

/**
 * Quantity, price, time and method of payment, time of delivery, withdrawal and cancellation, period of application: what is on the
 * last screen for each way of paying. `formatTime` writes an instant for people.
 */
export function confirmationItems(
  offer: Offer,
  paying: Paying,
  formatTime: (instant: string) => string,
): readonly ConfirmationItem[] {
  return [
    { name: 'quantity', lines: [{ word: 'confirm.quantity', values: { count: offer.cardsPerPack } }] },
    { name: 'price', lines: priceLines(offer, paying) },
    { name: 'payment', lines: paymentLines(paying) },
    {
      name: 'delivery',
      lines: [
        { word: offer.kind === 'single' ? 'confirm.delivery-single' : 'confirm.delivery-random' },
        { word: 'confirm.delivery-note', values: { minutes: limits.mintStuckMinutes } },
      ],
    },
    {
      name: 'cancellation',
      lines: [
        { word: 'confirm.cancellation' },
        { word: 'confirm.cancellation-ours' },
        ...(paying.usedPoint > 0 ? [{ word: 'confirm.cancellation-points' } as const] : []),
      ],
    },
    { name: 'period', lines: [periodOf(offer, formatTime)] },
  ]
}

/** Those of the six that are not there or say nothing: with one missing nothing can be ordered. */
export const missingItems = (items: readonly ConfirmationItem[]): ConfirmationName[] =>
  confirmationNames.filter((name) => !items.some((item) => item.name === name && saysAll(item)))

const saysAll = ({ lines }: ConfirmationItem): boolean =>
  lines.length > 0 && lines.every(({ values }) => Object.values(values ?? {}).every((value) => isSaid(value)))

/** What comes from the server may not be what it should be. */
const isSaid = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' && !/^\s*$|NaN|null|undefined/.test(value)

function priceLines({ priceYen }: Offer, { usedPoint, charge, points }: Paying): Line[] {
  const used: Line[] =
    usedPoint > 0 && charge
      ? [
          {
            word: 'confirm.price-split',
            values: { points: points(usedPoint), rest: formatYen(priceYen - usedPoint) },
          },
        ]
      : []
  const extra = charge?.by === 'paidy' ? 'confirm.price-extra-paidy' : 'confirm.price-extra'
  return [{ word: 'confirm.price', values: { price: formatYen(priceYen) } }, ...used, { word: extra }]
}

function paymentLines({ usedPoint, charge, points }: Paying): Line[] {
  if (!charge)
    return [
      { word: 'confirm.payment-point', values: { points: points(usedPoint) } },
      { word: 'confirm.payment-point-time' },
    ]
  const part: Line[] =
    usedPoint > 0 ? [{ word: 'confirm.payment-and-point', values: { points: points(usedPoint) } }] : []
  switch (charge.by) {
    case 'new-card':
      return [{ word: 'confirm.payment', values: { digits: charge.digits } }, ...part, { word: 'confirm.payment-time' }]
    case 'stored-card':
      return [
        { word: 'confirm.payment-stored', values: { card: charge.card } },
        ...part,
        { word: 'confirm.payment-time' },
      ]
    case 'paidy':
      return [{ word: 'confirm.payment-paidy' }, ...part, { word: 'confirm.payment-paidy-time' }]
  }
}

function periodOf({ saleStartsAt, saleEndsAt }: Offer, formatTime: (instant: string) => string): Line {
  if (saleEndsAt === null) return { word: 'confirm.period-open' }
  const end = formatTime(saleEndsAt)
  if (saleStartsAt === null) return { word: 'confirm.period-until', values: { end } }
  return { word: 'confirm.period', values: { start: formatTime(saleStartsAt), end } }
}
