import type { SiteConfig } from '@kura/contract/site'

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
