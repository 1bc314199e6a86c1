import assert from 'node:assert/strict'
import { createAccessNode } from '@kura/cadence/access-node'
import type { FlowNetwork } from '@kura/contract/chain/flow-address'
import { contractAddresses } from '@kura/cadence/addresses'
import { listGrants, readStandingOrders } from '@kura/cadence/sale'
import type { StandingOrder } from '@kura/cadence/sale'
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

/** Reads an account's storage, where its tokens are, and not what the account publishes. */
const vaultScript = (contract: string): string => `
  import Collectible from ${contract}
  access(all) fun main(owner: Address): [[String]] {
    let storage = getAuthAccount<auth(BorrowValue) &Account>(owner).storage
    let vault = storage.borrow<&Collectible.Collection>(from: Collectible.CollectionStoragePath)
    let all: [[String]] = []
    for id in vault?.getIDs() ?? [] {
      let token = vault!.borrowNFT(id)! as! &Collectible.NFT
      all.append([token.id.toString(), token.refId, token.itemId])
    }
    return all
  }`

const inBase64 = (text: string): string => Buffer.from(text).toString('base64')

/**
 * Every token the account holds, read from the network by a separate script, without the product's
 * own code.
 */
export async function readVault(kura: Kura, address: string): Promise<TokenOnChain[]> {
  const { accessNode, flow } = kura.addresses()
  const answer = await fetch(`${accessNode}/v1/scripts?block_height=sealed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      script: inBase64(vaultScript(String(flow?.['contractAddress']))),
      arguments: [inBase64(JSON.stringify({ type: 'Address', value: address }))],
    }),
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  const tokens = JSON.parse(Buffer.from(JSON.parse(text) as string, 'base64').toString()) as Tokens
  return tokens.value.map(({ value: [id, refId, itemId] }) => ({
    id: id?.value ?? '',
    refId: refId?.value ?? '',
    itemId: itemId?.value ?? '',
  }))
}

/** An array of arrays of text, as the network writes it. */
type Tokens = { value: { value: { value: string }[] }[] }

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
