import { countMinted } from '@kura/cadence/token'
import { addressesOf, type ChainDeps } from '../../platform/flow/chain-config.ts'

/** How many tokens were ever minted, as the chain says. Fails with an AccessError. */
export const readSupply = async ({ accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>): Promise<number> =>
  Number(await accessNode.runScript(countMinted(addressesOf(chain), {})))
