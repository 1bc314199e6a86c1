import { createAccessNode } from '@kura/cadence/access-node'
import type { FlowNetwork } from '@kura/contract/flow-address'
import { contractAddresses } from '@kura/cadence/addresses'
import { listGrants, readStandingOrders } from '@kura/cadence/sale'
import type { StandingOrder } from '@kura/cadence/sale'
import { readOwned } from '@kura/cadence/read-owned'
import { findMinted } from '@kura/cadence/token'
import type { Kura } from './instance.ts'

function reach(kura: Kura) {
  const { accessNode = '', flow = {} } = kura.addresses()
  const of = (name: string) => String(flow[name] ?? '')
  const addresses = contractAddresses(of('network') as FlowNetwork, {
    Collectible: of('contractAddress'),
    NonFungibleToken: of('nftAddress'),
    MetadataViews: of('nftAddress'),
    ViewResolver: of('nftAddress'),
    FungibleToken: of('ftAddress'),
    FCLCrypto: of('cryptoAddress'),
  })
  return { node: createAccessNode({ url: accessNode }), addresses }
}

export type TokenOnChain = { id: string; refId: string; itemId: string }

/** Every token the account holds, as the chain says: nothing of the product is asked. */
export async function readVault(kura: Kura, address: string): Promise<TokenOnChain[]> {
  const { node, addresses } = reach(kura)
  const tokens = await readOwned(node, addresses, { address })
  return tokens.map(({ id, refId, itemId }) => ({ id: String(id), refId, itemId }))
}

/** How many of these references were ever minted. */
export async function countMinted(kura: Kura, refIds: string[]): Promise<number> {
  const { node, addresses } = reach(kura)
  return ((await node.runScript(findMinted(addresses, { refIds }))) as Map<string, bigint>).size
}

/** The orders that a seller's account shows, as the chain says. */
export async function readGrants(kura: Kura, seller: string): Promise<StandingOrder[]> {
  const { node, addresses } = reach(kura)
  return readStandingOrders(await node.runScript(listGrants(addresses, { seller })))
}
