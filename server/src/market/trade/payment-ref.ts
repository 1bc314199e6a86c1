import { createHash } from 'node:crypto'

/**
 * What a delivery says of its payment in public and for ever: a commitment to the order, from which nobody learns who paid. Whoever is shown the
 * order's id can check it.
 */
export const paymentRefOf = (orderId: string): string =>
  createHash('sha256').update(`kura.trade:${orderId}`).digest('hex')
