import type { Words } from '@kura/contract/ids'
import { includedTax } from '@kura/contract/money/tax'
import type { Tender } from '@kura/contract/checkout/order'
import type { Db } from '../../platform/db/connect.ts'
import { move } from './move.ts'

export type Sale = {
  orderId: string
  tender: Tender
  priceYen: number
  /** Part of the price that was paid with points. */
  usedPoint: number
  /** What was sold, as a member calls it. */
  name: Words
  /**
   * A token of another member: the price is not ours; its parts are booked at delivery
   * (`bookDelivery`).
   */
  isTrade?: boolean
}

const methods: Record<Exclude<Tender, 'grant'>, { gateway: string; by: Words }> = {
  card: { gateway: 'psp:card', by: { ja: 'カード', en: 'card' } },
  'card-point': { gateway: 'psp:card', by: { ja: 'カードとポイント', en: 'card and points' } },
  paidy: { gateway: 'psp:paidy', by: { ja: 'あと払い', en: 'deferred payment' } },
  'paidy-point': { gateway: 'psp:paidy', by: { ja: 'あと払いとポイント', en: 'deferred payment and points' } },
  point: { gateway: 'psp:card', by: { ja: 'ポイント', en: 'points' } },
}

/**
 * Books the payment of an order or its return, once each, inside the caller's transaction: what the
 * gateway holds and the yen that points stood for, against the sale and the tax inside the whole
 * price, or against the open prices of trades. A grant moves no money. The points themselves move
 * when they are spent and returned.
 */
export async function bookSale(db: Db, kind: 'capture' | 'refund', sale: Sale): Promise<void> {
  if (sale.tender === 'grant') return
  const { gateway, by } = methods[sale.tender]
  const sign = kind === 'capture' ? 1n : -1n
  const [price, points] = [BigInt(sale.priceYen), BigInt(sale.usedPoint)]
  const tax = BigInt(includedTax(sale.priceYen))
  await move(db, {
    kind,
    cause: sale.orderId,
    reason: {
      ja: `${sale.name.ja}の${by.ja}によるお支払い${kind === 'capture' ? '' : 'の返金'}`,
      en: `Payment by ${by.en} for ${sale.name.en}${kind === 'capture' ? '' : ' given back'}`,
    },
    entries: [
      { account: gateway, amount: sign * (price - points) },
      { account: 'points:redeemed', amount: sign * points },
      ...(sale.isTrade
        ? [{ account: 'trades:open', amount: -sign * price }]
        : [
            { account: 'sales:packs', amount: -sign * (price - tax) },
            { account: 'tax:consumption', amount: -sign * tax },
          ]),
    ],
  })
}
