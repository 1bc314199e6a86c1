import { AccessError } from '@kura/cadence/access-error'
import type { ContractAddresses } from '@kura/cadence/addresses'
import type { TransactionCall } from '@kura/cadence/door'
import { getItem, registerItems, registerSeries, type RegisteredItem, type RegisteredSeries } from '@kura/cadence/item'
import { cancelOrdersByAgent, fulfilOrder } from '@kura/cadence/sale'
import { getAgent, pauseSales, readAgent } from '@kura/cadence/sale-agent'
import { findMinted, mintTokens, type MintedToken } from '@kura/cadence/token'
import { isVaultLeft } from '../../identity/wallet/change-queries.ts'
import { addressesOf, type ChainDeps } from '../../platform/flow/chain-config.ts'
import { catalogueOnChain } from '../chain-events.ts'
import { findStanding, listStillStanding } from '../index/read-chain.ts'
import type { Fulfilment } from '../index/read-chain.ts'
import { findSaleOrder, isEndUnread } from '../index/sale-queries.ts'

/** What each kind of agent transaction is built from; kept in its row as JSON. */
export type TransactionDetails = {
  mint: { to: string; tokens: MintedToken[] }
  'register-series': { series: RegisteredSeries[] }
  'register-items': { items: RegisteredItem[]; royaltyReceiver: string }
  'cancel-orders': { seller: string; orderIds: string[] }
  'pause-sales': { paused: boolean }
  'fulfil-order': Fulfilment
}
export type TransactionKind = keyof TransactionDetails

type Kind<Details> = {
  call(addresses: ContractAddresses, details: Details): TransactionCall
  /** Whether everything that it needs is on chain already; until then it waits. */
  isReady?(deps: Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>, details: Details): Promise<boolean>
  /** Why the intent is void by now, if so: it fails then instead of being signed (again). */
  findObjection?(deps: Pick<ChainDeps, 'sql'>, details: Details): Promise<string | undefined>
  /** Seconds until a waiting transaction is tried again, so that it does not delay others. */
  restSeconds?: number
  /**
   * The details that the chain does not have yet: the same object if that is all of it, undefined
   * if nothing is left to do. Every build up to now is dead. If nothing will be sent after this
   * result, `deadBy` is the block before which all but the last one died.
   */
  remaining(
    deps: Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>,
    details: Details,
    deadBy?: bigint,
  ): Promise<Details | undefined>
}

/** Reference to token id of those references that are minted, as the chain says. */
export async function findMintedIds(
  { accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>,
  refIds: string[],
): Promise<Map<string, bigint>> {
  return (await accessNode.runScript(findMinted(addressesOf(chain), { refIds }))) as Map<string, bigint>
}

const kinds: { [K in TransactionKind]: Kind<TransactionDetails[K]> } = {
  mint: {
    call: mintTokens,
    async isReady({ sql, accessNode, chain }, { tokens }) {
      const itemIds = tokens.map((token) => token.itemId)
      // An item whose words changed waits for them, but it can be minted all the while.
      for (const itemId of await catalogueOnChain.call.listWaitingItems(sql, itemIds))
        if ((await accessNode.runScript(getItem(addressesOf(chain), { itemId }))) === null) return false
      return true
    },
    async remaining(deps, details) {
      const { to, tokens } = details
      const minted = await findMintedIds(
        deps,
        tokens.map((token) => token.refId),
      )
      const left = tokens.filter((token) => !minted.has(token.refId))
      if (left.length === tokens.length) return details
      return left.length > 0 ? { to, tokens: left } : undefined
    },
  },
  // Registering twice changes nothing on chain, so everything may always be sent again.
  'register-series': { call: registerSeries, remaining: async (_, details) => details },
  'register-items': { call: registerItems, remaining: async (_, details) => details },
  'cancel-orders': {
    call: cancelOrdersByAgent,
    // The contract skips ended orders, so leaving them out would not help: an open one fails, or
    // the account.
    remaining: async (deps, details) => ((await listStillStanding(deps, details)).length > 0 ? details : undefined),
  },
  'fulfil-order': {
    call: fulfilOrder,
    // no new bytes for a vault that its member has left meanwhile: the caller intends a new
    // transaction
    findObjection: async ({ sql }, { buyer }) =>
      (await isVaultLeft(sql, buyer)) ? 'the buyer is leaving this wallet' : undefined,
    // What refuses it for a time only is waited for, unsigned, so that it can be given up at any
    // moment.
    async isReady(deps, details) {
      const standing = await findStanding(deps, details)
      return !standing || standing.refusal === null || standing.lastingRefusal !== null
    },
    restSeconds: 5,
    // An order that is open on chain was not delivered. One that is not was delivered or ended
    // otherwise: the events say which, once they are read up to where nothing could deliver it any
    // more. No event reports grants that their seller hides or moves, so it does not wait for one.
    async remaining(deps, details, deadBy) {
      if (await findStanding(deps, details)) return details
      const order = await findSaleOrder(deps.sql, details.orderHash)
      if (order && deadBy !== undefined && isEndUnread(order, deadBy))
        throw new AccessError('NODE_BUSY', `how the order ${details.orderId} ended was not read yet`)
      return order?.endReason === 'sold' && order.paymentRef === details.paymentRef ? undefined : details
    },
  },
  'pause-sales': {
    call: pauseSales,
    async remaining({ accessNode, chain }, details) {
      const agent = readAgent(await accessNode.runScript(getAgent(addressesOf(chain), { agent: chain.agentAddress })))
      return agent?.paused === details.paused ? undefined : details
    },
  },
}

/** The rules of a kind. */
export const kindOf = <K extends TransactionKind>(kind: K): Kind<TransactionDetails[K]> => kinds[kind]
