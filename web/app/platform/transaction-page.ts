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
