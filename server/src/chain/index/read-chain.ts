import { AccessError, shortChainError } from '@kura/cadence/access-error'
import type { CadenceValue } from '@kura/cadence/json-cdc'
import {
  getGrant,
  listGrants,
  readStandingOrder,
  readStandingOrders,
  getSaleBasis,
  readSaleBasis,
} from '@kura/cadence/sale'
import type { StandingOrder, SaleBasis } from '@kura/cadence/sale'
import { countMinted } from '@kura/cadence/token'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'

/**
 * What a paid order is delivered by: whose order, under which terms (`orderHash`), to whom;
 * `paymentRef` is public.
 */
export type Fulfilment = { seller: string; orderId: string; orderHash: string; buyer: string; paymentRef: string }

/** The errors of Cadence itself: the script failed, or needed more than is allowed. */
const scriptFailures = [1101, 1110]

/**
 * The order of a fulfilment as it is on chain now, with what prevents this buyer. Undefined when it
 * is not open any more, or when nobody can read its seller's account: nothing can be delivered from
 * there either.
 */
export async function findStanding(
  { accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>,
  { seller, orderId, orderHash, buyer }: Omit<Fulfilment, 'paymentRef'>,
): Promise<StandingOrder | undefined> {
  const question = getGrant(addressesOf(chain), { seller, orderId, buyer })
  const answer = await unlessUnreadable(() => accessNode.runScript(question))
  const standing = answer === undefined ? undefined : readStandingOrder(answer)
  return standing?.terms.orderHash === orderHash ? standing : undefined
}

/**
 * The orders of one seller that are open on chain. Unreadable ones are among them, since nothing
 * says that they are over. If reading all orders of the account fails, each is read alone.
 */
export async function listStillStanding(
  { accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>,
  { seller, orderIds }: { seller: string; orderIds: string[] },
): Promise<string[]> {
  const addresses = addressesOf(chain)
  const all = await unlessUnreadable(() => accessNode.runScript(listGrants(addresses, { seller })))
  if (all !== undefined) {
    const shown = new Set(readStandingOrders(all).map(({ terms }) => terms.orderId))
    return orderIds.filter((orderId) => shown.has(orderId))
  }
  const standing: string[] = []
  for (const orderId of orderIds) {
    const answer = await unlessUnreadable(() => accessNode.runScript(getGrant(addresses, { seller, orderId })))
    if (answer === undefined || readStandingOrder(answer) !== undefined) standing.push(orderId)
  }
  return standing
}

/**
 * The result of the script; undefined when the content of the account makes it fail. Fails with an
 * AccessError when the node does not say.
 */
export async function unlessUnreadable(ask: () => Promise<CadenceValue>): Promise<CadenceValue | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isScriptFailure(error)) return undefined
    throw error
  }
}

const isScriptFailure = (error: unknown): boolean =>
  error instanceof AccessError &&
  error.code === 'NODE_REFUSED' &&
  scriptFailures.includes(shortChainError(error.message).code ?? 0)

/**
 * What the next order of a token must respect, as the newest sealed block has it. Fails with an
 * AccessError when the node is away.
 */
export async function findSaleBasis(
  { accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>,
  { seller, tokenId }: { seller: string; tokenId: string },
): Promise<SaleBasis> {
  const question = { agent: chain.agentAddress, seller, nftId: BigInt(tokenId) }
  return readSaleBasis(await accessNode.runScript(getSaleBasis(addressesOf(chain), question)))
}

/** How many tokens were ever minted, as the chain says. Fails with an AccessError. */
export const readSupply = async ({ accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>): Promise<number> =>
  Number(await accessNode.runScript(countMinted(addressesOf(chain), {})))
