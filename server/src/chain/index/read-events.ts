import type { AccessNode, ChainEvent, EventBlock } from '@kura/cadence/access-node'
import { decodeEvent, type CadenceValue } from '@kura/cadence/json-cdc'
import { normalAddress } from '@kura/contract/chain/flow-address'
import type { ChainConfig } from '../../platform/flow/chain-config.ts'
import type { TokenEvent } from './index-queries.ts'
import { presentSaleEvent, saleTypesOf } from './present-sale-event.ts'
import type { SaleEventRow } from './sale-queries.ts'

/** A range of blocks came back incomplete or contradicting itself: nothing of it may be used. */
export class IndexGapError extends Error {
  readonly code = 'INDEX_GAP'
  constructor(message: string) {
    super(message)
    this.name = 'IndexGapError'
  }
}

type Fields = { [field: string]: CadenceValue }
type Reader = { type: string; kind: TokenEvent['kind']; address(fields: Fields): CadenceValue }

const digits = (address: string) => address.replace(/^0x/, '')

// Cadence itself reports a destroyed token, also when its owner bypassed Burner; Burned only counts
// supply.
function readersOf(chain: ChainConfig): Reader[] {
  const ours = `A.${digits(chain.contractAddress)}.Collectible`
  const standard = `A.${digits(chain.nftAddress)}.NonFungibleToken`
  return [
    { type: `${ours}.Minted`, kind: 'minted', address: (fields) => fields.to! },
    { type: `${standard}.Withdrawn`, kind: 'withdrawn', address: () => null },
    { type: `${standard}.Deposited`, kind: 'deposited', address: (fields) => fields.to! },
    { type: `${ours}.NFT.ResourceDestroyed`, kind: 'burned', address: () => null },
  ]
}

/** What happened to our tokens and to the orders of our agent. */
export type BlockEvents = { tokens: TokenEvent[]; sales: SaleEventRow[] }

/**
 * What happened in the blocks `from` to `to`, in order. Throws IndexGapError unless the node
 * returned every block for each kind of event.
 */
export async function readBlocks(
  accessNode: AccessNode,
  chain: ChainConfig,
  from: number,
  to: number,
): Promise<BlockEvents> {
  const readers = readersOf(chain)
  const types = [...readers.map(({ type }) => type), ...saleTypesOf(chain)]
  const answers = await listWhole(accessNode, types, from, to)
  return {
    tokens: tokensOf(chain, readers, answers),
    sales: inOrder(
      answers
        .slice(readers.length)
        .flat()
        .flatMap((block) => block.events.flatMap((event) => presentSaleEvent(chain, block, event))),
    ),
  }
}

/** What happened to our tokens only. Throws as `readBlocks`. */
export async function readEvents(
  accessNode: AccessNode,
  chain: ChainConfig,
  from: number,
  to: number,
): Promise<TokenEvent[]> {
  const readers = readersOf(chain)
  const types = readers.map(({ type }) => type)
  return tokensOf(chain, readers, await listWhole(accessNode, types, from, to))
}

/** The blocks for these types. None leaves a block out. */
async function listWhole(node: AccessNode, types: string[], from: number, to: number): Promise<EventBlock[][]> {
  const answers = await Promise.all(types.map((type) => node.listEvents(type, from, to)))
  ensureComplete(answers, from, to)
  types.forEach((type, index) => ensureAsked(type, answers[index]!))
  return answers
}

function tokensOf(chain: ChainConfig, readers: Reader[], answers: EventBlock[][]): TokenEvent[] {
  const ours = `A.${digits(chain.contractAddress)}.Collectible.NFT`
  return inOrder(
    readers.flatMap((reader, index) =>
      answers[index]!.flatMap((block) => block.events.flatMap((event) => present(reader, ours, block, event))),
    ),
  )
}

const inOrder = <T extends { height: number; txIndex: number; eventIndex: number }>(events: T[]): T[] =>
  events.toSorted((a, b) => a.height - b.height || a.txIndex - b.txIndex || a.eventIndex - b.eventIndex)

function present(reader: Reader, ourType: string, block: EventBlock, event: ChainEvent): TokenEvent[] {
  const fields = decodeEvent(event.payload)
  // The standard's events name the kind of token in a field: others are not our business.
  if (typeof fields.type === 'string' && fields.type !== ourType) return []
  const address = reader.address(fields)
  return [
    {
      txId: event.txId,
      eventIndex: event.eventIndex,
      txIndex: event.txIndex,
      height: block.height,
      blockAt: block.timestamp,
      type: event.type,
      kind: reader.kind,
      tokenId: String(fields.id),
      address: typeof address === 'string' ? normalAddress(address) : null,
      payload: plain(fields),
    },
  ]
}

const plain = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  )

function ensureAsked(type: string, blocks: EventBlock[]) {
  for (const { events } of blocks)
    for (const event of events) if (event.type !== type) throw new IndexGapError(`asked for ${type}, got ${event.type}`)
}

function ensureComplete(answers: EventBlock[][], from: number, to: number) {
  const ids = new Map<number, string>()
  for (const blocks of answers) {
    const heights = new Set(blocks.map((block) => block.height))
    for (let height = from; height <= to; height++)
      if (!heights.has(height)) throw new IndexGapError(`the node left out block ${height} of ${from} to ${to}`)
    if (blocks.length !== to - from + 1)
      throw new IndexGapError(`the node gave ${blocks.length} results for the blocks ${from} to ${to}`)
    for (const { height, blockId } of blocks) {
      if (ids.has(height) && ids.get(height) !== blockId)
        throw new IndexGapError(`the node gave two different blocks ${height}`)
      ids.set(height, blockId)
    }
  }
}
