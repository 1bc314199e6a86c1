import { agentLimit, script, transaction } from './door.ts'
import { address, array, string, stringDictionary, ufix64, uint64 } from './json-cdc.ts'

export type RegisteredSeries = { seriesId: string; name: string; cap: number }
export type RegisteredItem = {
  itemId: string
  seriesId: string
  name: string
  text: string
  thumbnail: string
  cap: number
  traits: Record<string, string>
  /** Share of a later sale, in hundredths of a percent. */
  royaltyBps: number
}

/** Entries per register transaction (figures in docs/chain.md). */
export const registerBatchSize = 30

const share = (bps: number) => ufix64(`${Math.trunc(bps / 10000)}.${String(bps % 10000).padStart(4, '0')}`)

/** Registers series or lowers their caps. Signed by the agent; repeating changes nothing. */
export const registerSeries = transaction('series/register', agentLimit, (input: { series: RegisteredSeries[] }) => [
  array(input.series.map((one) => string(one.seriesId))),
  array(input.series.map((one) => string(one.name))),
  array(input.series.map((one) => uint64(one.cap))),
])

/**
 * Registers items, or brings them to these words and caps. Signed by the agent; repeating changes
 * nothing.
 */
export const registerItems = transaction(
  'item/register',
  agentLimit,
  ({ items, royaltyReceiver }: { items: RegisteredItem[]; royaltyReceiver: string }) => [
    array(items.map((item) => string(item.itemId))),
    array(items.map((item) => string(item.seriesId))),
    array(items.map((item) => string(item.name))),
    array(items.map((item) => string(item.text))),
    array(items.map((item) => string(item.thumbnail))),
    array(items.map((item) => uint64(item.cap))),
    array(items.map((item) => stringDictionary(item.traits))),
    array(items.map((item) => share(item.royaltyBps))),
    address(royaltyReceiver),
  ],
)

/** Caps and counters of an item and its series, or nil. */
export const getItem = script('item/get', (input: { itemId: string }) => [string(input.itemId)])
