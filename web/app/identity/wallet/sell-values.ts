import type { SellArgumentsView } from '@kura/contract/market/listing'

/** The eight arguments of an order as the wallet shows them, by the names of the transaction. */
export function valuesOf(given: SellArgumentsView): [name: string, value: string][] {
  const { agent, orderId, refId, nftId, version, metadata, signature, keyIndex } = given
  const plain = { agent, orderId, refId, nftId, version, metadata: metadata.join(', '), signature, keyIndex }
  return Object.entries(plain).map(([name, value]) => [name, String(value)])
}
