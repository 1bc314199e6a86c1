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
  const answer = await unlessUnreadable(() => accessNode.runScript(question))
  const standing = answer === undefined ? undefined : readStandingOrder(answer)
  return standing?.terms.orderHash === orderHash ? standing : undefined
}

/**
 * Which of these orders of one seller stand. One that nobody can read is among them, since nothing says that it is over; an account that fails for
 * all its orders together is asked for each of them.
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

/** What the script answers; undefined where it fails on what it finds in the account. Fails with an AccessError when the node does not tell. */
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

/** What the next order of a token must respect, as the newest sealed block has it. Fails with an AccessError when the node is away. */
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
