import { getSaleBasis, readSaleBasis, type SaleBasis } from '@kura/cadence/sale'
import { addressesOf, type ChainDeps } from '../../platform/flow/chain-config.ts'

/** What the next order of a token must respect, as the newest sealed block has it. Fails with an AccessError when the node is away. */
export async function findSaleBasis(
  { accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>,
  { seller, tokenId }: { seller: string; tokenId: string },
): Promise<SaleBasis> {
  const question = { agent: chain.agentAddress, seller, nftId: BigInt(tokenId) }
  return readSaleBasis(await accessNode.runScript(getSaleBasis(addressesOf(chain), question)))
}
