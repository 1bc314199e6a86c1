import { AccessError, shortChainError } from '@kura/cadence/access-error'
import { getGrant, readStandingOrder, type StandingOrder } from '@kura/cadence/sale'
import { addressesOf, type ChainDeps } from './chain-config.ts'

/** What a paid order is delivered by: whose order, under which terms (`orderHash`), to whom; `paymentRef` is public. */
export type Fulfilment = { seller: string; orderId: string; orderHash: string; buyer: string; paymentRef: string }

/** What Cadence itself answers of a script: it failed, or needed more than is allowed. */
const scriptFailures = [1101, 1110]

/**
 * The order of a fulfilment as it stands now, with what speaks against this buyer; undefined when it does not stand any more, or its seller's
 * account is such that nobody can read it: nothing can be delivered from there either.
 */
export async function findStanding(
  { accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>,
  { seller, orderId, orderHash, buyer }: Omit<Fulfilment, 'paymentRef'>,
): Promise<StandingOrder | undefined> {
  const question = getGrant(addressesOf(chain), { seller, orderId, buyer })
  const answer = await accessNode.runScript(question).catch((error: unknown) => {
    if (isScriptFailure(error)) return null
    throw error
  })
  const standing = readStandingOrder(answer)
  return standing?.terms.orderHash === orderHash ? standing : undefined
}

const isScriptFailure = (error: unknown): boolean =>
  error instanceof AccessError &&
  error.code === 'NODE_REFUSED' &&
  scriptFailures.includes(shortChainError(error.message).code ?? 0)
