import type { AccessNode } from '@kura/cadence/access-node'
import type { FlowNetwork } from '@kura/contract/chain/flow-address'
import { contractAddresses, type ContractAddresses } from '@kura/cadence/addresses'
import type { SalePlace } from '@kura/cadence/sale-message'
import type { Signer } from '@kura/cadence/sign'
import type { Sql } from '../db/connect.ts'

/** Where the contracts are and who acts for Kura; from the FLOW_… settings. */
export type ChainConfig = {
  network: FlowNetwork
  contractAddress: string
  agentAddress: string
  nftAddress: string
  ftAddress: string
  cryptoAddress: string
  /** Block before which nothing of ours happened; 0 on a local network. */
  startHeight?: number
}
/** What signs orders to sell, and under which index SalePermission knows it. */
export type SaleKey = { signer: Signer; keyIndex: number }
export type ChainLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
/** What the chain's verbs need: the database, the node, the agent's signer, the addresses. */
export type ChainDeps = { sql: Sql; accessNode: AccessNode; signer: Signer; chain: ChainConfig; log: ChainLog }

const chainIds: Record<FlowNetwork, string> = {
  local: 'flow-emulator',
  testnet: 'flow-testnet',
  mainnet: 'flow-mainnet',
}

/** Where orders to sell count: part of every one that is signed. */
export const salePlaceOf = ({ network, contractAddress }: ChainConfig): SalePlace => ({
  chainId: chainIds[network],
  contractAddress,
})

/** Every address an import of ours can name on this network. */
export const addressesOf = (chain: ChainConfig): ContractAddresses =>
  contractAddresses(chain.network, {
    Collectible: chain.contractAddress,
    NonFungibleToken: chain.nftAddress,
    MetadataViews: chain.nftAddress,
    ViewResolver: chain.nftAddress,
    FungibleToken: chain.ftAddress,
    FCLCrypto: chain.cryptoAddress,
  })
