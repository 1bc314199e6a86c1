import { useEffect, useEffectEvent } from 'react'
import { useSWRConfig } from 'swr'
import { serverTime } from '../../platform/clock.ts'
import { isAbout, useCall } from '../../platform/swr.ts'
import { formatSerial } from '../../platform/format-serial.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { takeUntold } from './received-gifts.ts'
import '../../words/gift-words.ts'

const everyMs = 60_000
/** More than these in one minute are not told of one by one. */
const most = 3

/** Looks now and then, and whenever the member comes back to the page, whether gifts arrived, and tells of each by a toast. */
export function WatchGifts() {
  const { t, pick } = useWords()
  const { mutate } = useSWRConfig()
  const query = { limit: 10, side: 'received' } as const
  const { data } = useCall('listGifts', { query }, { refreshInterval: everyMs })
  const tell = useEffectEvent((): void => {
    if (!data) return
    void serverTime().then((now) => {
      const untold = takeUntold(data.items, now)
      if (untold.length === 0) return
      for (const { giftId, token } of untold.slice(-most))
        toasts.show({
          id: `received-${giftId}`,
          status: 'success',
          title: t('gift.toast'),
          description: `${pick(token.name)} ${formatSerial(token.serial)}`,
          picture: token.picture,
        })
      // what the other screens show of the vault has changed
      void mutate(isAbout(['listTokens', 'countTokens']))
    })
  })
  useEffect(() => tell(), [data])
  return null
}
