import { useState } from 'react'
import type { StoredCard } from '@kura/contract/money/card'
import { useCall } from '../../platform/swr.ts'
import { firstChoice, limitPoints } from './payment-choice.ts'
import type { PaymentChoice } from './payment-choice.ts'

export type Payment = {
  /** Cards and points are known, or cannot be had: then only what needs neither is offered. */
  isReady: boolean
  choice: PaymentChoice
  change: (choice: PaymentChoice) => void
  stored: readonly StoredCard[]
  balance: number
  /** Asks for cards and points again: something has changed them. */
  renew: () => void
}

const noCards: readonly StoredCard[] = []

/** How the member wants to pay for something of this price, with the cards and points there are now. */
export function usePayment(priceYen: number): Payment {
  const cards = useCall('creditCheck', {})
  const points = useCall('pointSummary', {})
  const [wish, setWish] = useState<PaymentChoice>()
  const stored = cards.data?.items ?? noCards
  const balance = points.data?.balance ?? 0
  const wanted = wish ?? firstChoice(stored)
  return {
    isReady: [cards, points].every(({ data, error }) => data !== undefined || error !== undefined),
    // price and balance may have changed since it was typed
    choice: { ...wanted, usedPoint: limitPoints(wanted.usedPoint, priceYen, balance) },
    change: setWish,
    stored,
    balance,
    renew: () => void Promise.all([cards.mutate(), points.mutate()]),
  }
}
