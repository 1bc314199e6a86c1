import { useEffect, useEffectEvent } from 'react'
import { useSWRConfig } from 'swr'
import type { GiftView } from '@kura/contract/market/gift'
import { serverTime } from '../../platform/clock.ts'
import { isAbout, useCall } from '../../platform/swr.ts'
import { formatSerial } from '../../platform/format.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { makeRecords } from '../../platform/own-records.ts'
import type { RecordWorld } from '../../platform/own-records.ts'
import '../../words/gift-words.ts'

const everyMs = 60_000
/** More gifts than these in one minute are not announced one by one. */
const most = 3

/** Polls for received gifts, also whenever the page becomes visible, and shows a toast for each. */
export function WatchGifts() {
  const { t, pick } = useWords()
  const { mutate } = useSWRConfig()
  const query = { limit: 10, side: 'received' } as const
  const { data } = useCall('listGifts', { query }, { refreshInterval: everyMs })
  const tell = useEffectEvent((): void => {
    if (!data) return
    void serverTime().then((now) => {
      const fresh = takeUnannounced(data.items, now)
      if (fresh.length === 0) return
      for (const { giftId, token } of fresh.slice(-most))
        toasts.show({
          id: `received-${giftId}`,
          status: 'success',
          title: t('gift.toast'),
          description: `${pick(token.name)} ${formatSerial(token.serial)}`,
          picture: token.picture,
        })
      // other screens show the vault, which has changed
      void mutate(isAbout(['listTokens', 'countTokens']))
    })
  })
  useEffect(() => tell(), [data])
  return null
}

/** The arrival of the last gift that was announced. */
type Seen = { lastAt: string }

const keptMs = 365 * 24 * 3_600_000
/** How far back a browser reads that has announced no gift yet. */
const firstSpanMs = 24 * 3_600_000

type Gift = Pick<GiftView, 'giftId' | 'side' | 'state' | 'sealedAt'>

/**
 * The received gifts not announced in this browser yet, oldest first; marks them as announced.
 * `now` by the server's clock.
 */
export function takeUnannounced<G extends Gift>(gifts: readonly G[], now: number, world?: RecordWorld): G[] {
  const records = makeRecords<Seen>('kura-gifts-', keptMs, world)
  const before = records.find('announced')?.lastAt ?? new Date(now - firstSpanMs).toISOString()
  const arrived = gifts
    .flatMap((gift) => (gift.side === 'received' && gift.sealedAt !== null ? [{ gift, at: gift.sealedAt }] : []))
    .filter(({ at }) => Date.parse(at) > Date.parse(before))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  records.keep('announced', { lastAt: arrived.at(-1)?.at ?? before })
  return arrived.map(({ gift }) => gift)
}
