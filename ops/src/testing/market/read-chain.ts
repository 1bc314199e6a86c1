import { decodeEvent } from '@kura/cadence/json-cdc'
import { normalAddress } from '@kura/contract/chain/flow-address'
import type { ChainEvent, EventBlock } from '@kura/cadence/access-node'
import { parseSaleEvent, revocationEventTypes, saleEventTypes } from '@kura/cadence/sale-event'
import type { Deps } from '@kura/server/deps'
import type { Happening, TokenMove } from './replay-market.ts'

const rangeBlocks = 250

/** All our events on the network since a block, in order, read from the node itself. */
export async function readChain(
  { accessNode, chain }: Pick<Deps, 'accessNode' | 'chain'>,
  from: number,
): Promise<Happening[]> {
  const { height } = await accessNode.getSealedBlock()
  const kinds = kindsOf(chain)
  const types = [...Object.keys(kinds), ...saleEventTypes(chain.contractAddress), ...revocationEventTypes]
  const found: { block: EventBlock; event: ChainEvent }[] = []
  for (let first = from; first <= height; first += rangeBlocks)
    for (const type of types)
      for (const block of await accessNode.listEvents(type, first, Math.min(first + rangeBlocks - 1, height)))
        for (const event of block.events) found.push({ block, event })
  found.sort(
    (a, b) =>
      a.block.height - b.block.height || a.event.txIndex - b.event.txIndex || a.event.eventIndex - b.event.eventIndex,
  )
  const happenings: Happening[] = []
  for (const { block, event } of found) {
    const known = happenings.at(-1)
    const here: Happening =
      known?.txId === event.txId
        ? known
        : { txId: event.txId, atSeconds: Date.parse(block.timestamp) / 1000, moves: [], sales: [] }
    if (here !== known) happenings.push(here)
    const sale = parseSaleEvent(chain.contractAddress, event)
    const kind = kinds[event.type]
    if (sale) here.sales.push(sale)
    else if (kind) here.moves.push(readMove(kind, event))
  }
  return happenings
}

const digits = (address: string): string => normalAddress(address).slice(2)

/**
 * Readers of the network's token events, by event name; the standard's events cover every kind of
 * token.
 */
const kindsOf = ({ contractAddress, nftAddress }: Deps['chain']): Record<string, TokenMove['kind']> => ({
  [`A.${digits(contractAddress)}.Collectible.Minted`]: 'minted',
  [`A.${digits(nftAddress)}.NonFungibleToken.Deposited`]: 'deposited',
  [`A.${digits(nftAddress)}.NonFungibleToken.Withdrawn`]: 'withdrawn',
  [`A.${digits(contractAddress)}.Collectible.NFT.ResourceDestroyed`]: 'burned',
})

function readMove(kind: TokenMove['kind'], event: ChainEvent): TokenMove {
  const { id, to } = decodeEvent(event.payload)
  const address = kind !== 'withdrawn' && typeof to === 'string' ? normalAddress(to) : null
  return { kind, tokenId: String(id), address }
}
