import { getGrant, readStandingOrder, type StandingOrder } from '@kura/cadence/sale'
import { addressesOf, type ChainDeps } from './chain-config.ts'

/** What a paid order is delivered by: whose order, under which terms (`orderHash`), to whom; `paymentRef` is public. */
export type Fulfilment = { seller: string; orderId: string; orderHash: string; buyer: string; paymentRef: string }

/** The order of a fulfilment as it stands now, with what speaks against this buyer; undefined when it does not stand any more. */
export async function findStanding(
  { accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>,
  { seller, orderId, orderHash, buyer }: Omit<Fulfilment, 'paymentRef'>,
): Promise<StandingOrder | undefined> {
  const answer = await accessNode.runScript(getGrant(addressesOf(chain), { seller, orderId, buyer }))
  const standing = readStandingOrder(answer)
  return standing?.terms.orderHash === orderHash ? standing : undefined
}
