import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { OwnListingView } from '@kura/contract/market/listing'
import type { TokenCardView } from '@kura/contract/market/token'
import { call } from '../../platform/api.ts'
import { formatSerial } from '../../platform/format-serial.ts'
import { useWork } from '../../platform/use-work.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { toasts } from '../../ui/toast-queue.ts'
import type { WordKey } from '../../words/word-key.ts'
import { useWords } from '../../words/use-words.ts'
import { renewOffers } from './renew-offers.ts'
import '../../words/selling-words.ts'

export type TakenBack = Pick<OwnListingView, 'listingId' | 'tokenRefId'> & {
  token: Pick<TokenCardView, 'name' | 'serial' | 'picture'>
}

/**
 * Takes one listing back, after asking: nobody can buy it from then on, and our agent ends it on chain. `onGone` is told when it is taken
 * back, with the button that was pressed about to vanish.
 */
export function useTakeBack({ listingId, tokenRefId, token }: TakenBack, onGone: () => void) {
  const { t, pick } = useWords()
  const { mutate } = useSWRConfig()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<WordKey>()
  const name = pick(token.name)

  const ask = async (): Promise<void> => {
    const description = t('listings.end-one.question', { name, serial: formatSerial(token.serial) })
    if (await dialogs.confirm({ description, confirmTitle: t('listings.end-one') })) await work(takeBack)
  }
  const takeBack = async (): Promise<void> => {
    setFailure(undefined)
    const result = await call('endListing', { params: { tokenRefId } })
    if (result.ok) onGone()
    await renewOffers(mutate)
    if (result.ok)
      toasts.show({
        id: `taken-back-${listingId}`,
        status: 'success',
        title: t('listings.end-one.done', { name }),
        picture: token.picture,
      })
    else {
      const { errorCode } = result.body
      setFailure(errorCode === 'LISTING_STATE' ? 'listings.end-one.held' : `error.${errorCode}`)
    }
  }
  return { isBusy, failure, takeBack: ask }
}
