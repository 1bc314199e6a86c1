import { useEffect, useEffectEvent } from 'react'
import { formatYen } from '@kura/contract/money'
import { makeRecords } from '../../platform/own-records.ts'
import { useCall } from '../../platform/swr.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useHasWallet } from '../../identity/wallet/use-link-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { findNews } from './find-news.ts'
import '../../words/listing-words.ts'

const refreshMs = 30_000
/** After this, the member sees a sale in the list only. */
const keptMs = 30 * 86_400_000
const announced = makeRecords<{ latest: string }>('kura-sold', keptMs)

/**
 * Shows a toast for sales since this browser last read them, on any of the seller's own pages. Without
 * a wallet nobody sells.
 */
export function SoldNews() {
  const { t, pick } = useWords()
  const hasWallet = useHasWallet()
  const { data } = useCall('listOwnListings', hasWallet ? { query: { state: ['sold'], sort: 'sold' } } : null, {
    refreshInterval: refreshMs,
    refreshWhenHidden: false,
  })
  const tell = useEffectEvent((): void => {
    if (!data) return
    const { news, latest } = findNews(data.items, announced.find('')?.latest)
    announced.keep('', { latest })
    for (const { listingId, token, proceeds } of news)
      toasts.show({
        id: `sold-${listingId}`,
        status: 'success',
        title: t('sold.toast', { name: pick(token.name) }),
        description: t('listings.got', { proceeds: formatYen(proceeds) }),
        picture: token.picture,
      })
  })
  useEffect(() => tell(), [data])
  return null
}
