import type { GiftView } from '@kura/contract/market/gift'
import { makeRecords } from '../../platform/own-records.ts'
import type { RecordWorld } from '../../platform/own-records.ts'

/** The arrival of the last gift that was told of. */
type Told = { lastAt: string }

const keptMs = 365 * 24 * 3_600_000
/** So far back a browser looks that has told of none yet. */
const firstLookMs = 24 * 3_600_000

type Gift = Pick<GiftView, 'giftId' | 'side' | 'state' | 'sealedAt'>

/** The gifts that arrived and were not told of in this browser yet, the first one first; they are from then on. `now` by the server's clock. */
export function takeUntold<G extends Gift>(gifts: readonly G[], now: number, world?: RecordWorld): G[] {
  const records = makeRecords<Told>('kura-gifts-', keptMs, world)
  const before = records.find('told')?.lastAt ?? new Date(now - firstLookMs).toISOString()
  const arrived = gifts
    .flatMap((gift) => (gift.side === 'received' && gift.sealedAt !== null ? [{ gift, at: gift.sealedAt }] : []))
    .filter(({ at }) => Date.parse(at) > Date.parse(before))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  records.keep('told', { lastAt: arrived.at(-1)?.at ?? before })
  return arrived.map(({ gift }) => gift)
}
