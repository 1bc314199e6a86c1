import type { SiteConfig } from '@kura/contract/site'

/**
 * The explorer of each network; the local one has none, so its node shows the transaction itself.
 */
const pages: Record<SiteConfig['flow']['network'], (txId: string, accessNode: string) => string> = {
  local: (txId, accessNode) => `${accessNode}/v1/transaction_results/${txId}`,
  testnet: (txId) => `https://testnet.flowscan.io/tx/${txId}`,
  mainnet: (txId) => `https://www.flowscan.io/tx/${txId}`,
}

/** The address that shows a transaction. */
export const transactionPage = (flow: Pick<SiteConfig['flow'], 'network' | 'accessNode'>, txId: string): string =>
  pages[flow.network](encodeURIComponent(txId), flow.accessNode.replace(/\/+$/, ''))

/** Public nodes of each network that the shop does not run; the local chain has only its own. */
const publicNodes: Record<Exclude<SiteConfig['flow']['network'], 'local'>, string> = {
  testnet: 'https://rest-testnet.onflow.org',
  mainnet: 'https://rest-mainnet.onflow.org',
}

type Flow = Pick<SiteConfig['flow'], 'network' | 'accessNode'>

/** A public node. */
export const publicNode = ({ network, accessNode }: Flow): string =>
  network === 'local' ? accessNode.replace(/\/+$/, '') : publicNodes[network]

/** The address of a node that returns the block at a height. */
export const blockPage = (flow: Flow, height: string): string =>
  `${publicNode(flow)}/v1/blocks?height=${encodeURIComponent(height)}`
