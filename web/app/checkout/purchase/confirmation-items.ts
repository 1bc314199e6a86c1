import { limits } from '@kura/contract/limits'
import { formatYen } from '@kura/contract/money'
import { formatSerial } from '../../platform/format.ts'
import type { WordKey } from '../../words/word-key.ts'
import { hasTax } from './sellable.ts'
import type { SellablePack, SellableToken } from './sellable.ts'
import '../../words/checkout-words.ts'
import '../../words/trade-words.ts'

/** The six items that Japanese law requires on the last screen before a purchase, in its order. */
export const confirmationNames = ['quantity', 'price', 'payment', 'delivery', 'cancellation', 'period'] as const
export type ConfirmationName = (typeof confirmationNames)[number]
type Line = { word: WordKey; values?: Record<string, string | number> }
export type ConfirmationItem = { name: ConfirmationName; lines: readonly Line[] }
/** The facts of the subject, without its name. */
type Sellable =
  | Pick<SellablePack, 'kind' | 'packKind' | 'cardsPerPack' | 'priceYen' | 'saleStartsAt' | 'saleEndsAt'>
  | Pick<SellableToken, 'kind' | 'serial' | 'sellerName' | 'priceYen' | 'isTaxed' | 'expiresAt'>
/** The method that charges what points do not pay. */
export type ChargedBy =
  | { by: 'new-card'; digits: string }
  | { by: 'stored-card'; card: string }
  | { by: 'card-page' }
  | { by: 'paidy' }
/**
 * How an order is paid; `charge` is null when points pay the full price. `points` formats a number
 * of points.
 */
export type Paying = { usedPoint: number; charge: ChargedBy | null; points: (count: number) => string }

/**
 * Quantity, price, time and method of payment, time of delivery, withdrawal and cancellation,
 * period of application: the content of the last screen for each way to pay. `formatTime` formats
 * an instant.
 */
export function confirmationItems(
  sellable: Sellable,
  paying: Paying,
  formatTime: (instant: string) => string,
): readonly ConfirmationItem[] {
  return [
    { name: 'quantity', lines: quantityLines(sellable) },
    { name: 'price', lines: priceLines(sellable, paying) },
    { name: 'payment', lines: paymentLines(paying) },
    {
      name: 'delivery',
      lines: [
        { word: deliveryOf(sellable) },
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
    { name: 'period', lines: [periodOf(sellable, formatTime)] },
  ]
}

/** The items that are missing or empty: with one missing, nothing can be ordered. */
export const missingItems = (items: readonly ConfirmationItem[]): ConfirmationName[] =>
  confirmationNames.filter((name) => !items.some((item) => item.name === name && saysAll(item)))

const saysAll = ({ lines }: ConfirmationItem): boolean =>
  lines.length > 0 &&
  // a display name may contain anything
  lines.every(({ values }) => Object.entries(values ?? {}).every(([key, value]) => key === 'name' || isSaid(value)))

/** The server's data may be malformed. */
const isSaid = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' && !/^\s*$|NaN|null|undefined/.test(value)

function quantityLines(sellable: Sellable): Line[] {
  if (sellable.kind === 'pack') return [{ word: 'confirm.quantity', values: { count: sellable.cardsPerPack } }]
  const { serial, sellerName } = sellable
  return [
    { word: 'confirm.quantity-token', values: { serial: formatSerial(serial) } },
    sellerName === '' ? { word: 'confirm.seller-nameless' } : { word: 'confirm.seller', values: { name: sellerName } },
  ]
}

function deliveryOf(sellable: Sellable): WordKey {
  if (sellable.kind === 'token') return 'confirm.delivery-token'
  return sellable.packKind === 'single' ? 'confirm.delivery-single' : 'confirm.delivery-random'
}

function priceLines(sellable: Sellable, { usedPoint, charge, points }: Paying): Line[] {
  const { priceYen } = sellable
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
  return [
    { word: hasTax(sellable) ? 'confirm.price' : 'confirm.price-plain', values: { price: formatYen(priceYen) } },
    ...used,
    { word: extra },
  ]
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
    case 'card-page':
      return [{ word: 'confirm.payment-page' }, ...part, { word: 'confirm.payment-time' }]
    case 'paidy':
      return [{ word: 'confirm.payment-paidy' }, ...part, { word: 'confirm.payment-paidy-time' }]
  }
}

function periodOf(sellable: Sellable, formatTime: (instant: string) => string): Line {
  if (sellable.kind === 'token')
    return { word: 'confirm.period-token', values: { end: formatTime(sellable.expiresAt) } }
  const { saleStartsAt, saleEndsAt } = sellable
  if (saleEndsAt === null) return { word: 'confirm.period-open' }
  const end = formatTime(saleEndsAt)
  if (saleStartsAt === null) return { word: 'confirm.period-until', values: { end } }
  return { word: 'confirm.period', values: { start: formatTime(saleStartsAt), end } }
}
