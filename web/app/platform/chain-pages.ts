import type { SiteConfig } from '@kura/contract/site'

/** Where each network shows a transaction to people; the local one has no explorer, so its node answers itself. */
const pages: Record<SiteConfig['flow']['network'], (txId: string, accessNode: string) => string> = {
  local: (txId, accessNode) => `${accessNode}/v1/transaction_results/${txId}`,
  testnet: (txId) => `https://testnet.flowscan.io/tx/${txId}`,
  mainnet: (txId) => `https://www.flowscan.io/tx/${txId}`,
}

/** The address at which anyone can look at a transaction. */
export const transactionPage = (flow: Pick<SiteConfig['flow'], 'network' | 'accessNode'>, txId: string): string =>
  pages[flow.network](encodeURIComponent(txId), flow.accessNode.replace(/\/+$/, ''))

/** Public nodes of each network, which are nobody's in this shop; the local chain has only its own. */
const publicNodes: Record<Exclude<SiteConfig['flow']['network'], 'local'>, string> = {
  testnet: 'https://rest-testnet.onflow.org',
  mainnet: 'https://rest-mainnet.onflow.org',
}

type Flow = Pick<SiteConfig['flow'], 'network' | 'accessNode'>

/** A node that anyone can ask. */
export const publicNode = ({ network, accessNode }: Flow): string =>
  network === 'local' ? accessNode.replace(/\/+$/, '') : publicNodes[network]

/** The address at which such a node answers which block is at a height. */
export const blockPage = (flow: Flow, height: string): string =>
  `${publicNode(flow)}/v1/blocks?height=${encodeURIComponent(height)}`
