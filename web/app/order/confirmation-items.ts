import { limits } from '@kura/contract/limits'
import { formatYen } from '@kura/contract/money'
import type { PackView } from '@kura/contract/pack'
import type { WordKey } from '../words/word-key.ts'
import '../words/order-words.ts'

export type ConfirmationName = 'quantity' | 'price' | 'payment' | 'delivery' | 'cancellation' | 'period'
export type ConfirmationItem = {
  name: ConfirmationName
  lines: readonly { word: WordKey; values?: Record<string, string | number> }[]
}
type Offer = Pick<PackView, 'kind' | 'cardsPerPack' | 'priceYen' | 'saleStartsAt' | 'saleEndsAt'>

/**
 * The six items that Japanese law wants on the last screen before a purchase, in its order: quantity, price, time and method of
 * payment, time of delivery, withdrawal and cancellation, period of application. `formatTime` writes an instant for people.
 */
export function confirmationItems(
  offer: Offer,
  { lastFour, formatTime }: { lastFour: string; formatTime: (instant: string) => string },
): readonly ConfirmationItem[] {
  return [
    { name: 'quantity', lines: [{ word: 'confirm.quantity', values: { count: offer.cardsPerPack } }] },
    {
      name: 'price',
      lines: [{ word: 'confirm.price', values: { price: formatYen(offer.priceYen) } }, { word: 'confirm.price-extra' }],
    },
    {
      name: 'payment',
      lines: [{ word: 'confirm.payment', values: { digits: lastFour } }, { word: 'confirm.payment-time' }],
    },
    {
      name: 'delivery',
      lines: [
        { word: offer.kind === 'single' ? 'confirm.delivery-single' : 'confirm.delivery-random' },
        { word: 'confirm.delivery-note', values: { minutes: limits.mintStuckMinutes } },
      ],
    },
    { name: 'cancellation', lines: [{ word: 'confirm.cancellation' }, { word: 'confirm.cancellation-ours' }] },
    { name: 'period', lines: [periodOf(offer, formatTime)] },
  ]
}

function periodOf({ saleStartsAt, saleEndsAt }: Offer, formatTime: (instant: string) => string) {
  if (saleEndsAt === null) return { word: 'confirm.period-open' } as const
  const values = { start: saleStartsAt === null ? '' : formatTime(saleStartsAt), end: formatTime(saleEndsAt) }
  return { word: saleStartsAt === null ? 'confirm.period-until' : 'confirm.period', values } as const
}
