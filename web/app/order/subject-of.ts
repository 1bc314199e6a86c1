import type { OrderView } from '@kura/contract/order'

/** What an order is for, as this browser remembers attempts and unseen orders by: the pack, or the reference of a listed token. */
export const subjectOf = ({ packId, token }: Pick<OrderView, 'packId' | 'token'>): string =>
  packId ?? token?.tokenRefId ?? ''
