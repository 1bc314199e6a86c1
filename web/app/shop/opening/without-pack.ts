import type { UnopenedPackView } from '@kura/contract/checkout/order'

/** Takes a pack out of a kept list of unopened ones, where there is one: the next answer of the server may be seconds away. */
export const withoutPack =
  (unopenedPackId: string) =>
  <T extends { items: UnopenedPackView[] }>(list: T | undefined): T | undefined =>
    list && { ...list, items: list.items.filter((pack) => pack.unopenedPackId !== unopenedPackId) }
