import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ScopedMutator } from 'swr'
import type { OwnListingView } from '@kura/contract/market/listing'
import type { TokenCardView } from '@kura/contract/market/token'
import { call } from '../../platform/api.ts'
import { formatSerial } from '../../platform/format.ts'
import { useWork } from '../../platform/use-work.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { toasts } from '../../ui/toast-queue.ts'
import type { WordKey } from '../../words/word-key.ts'
import { useWords } from '../../words/use-words.ts'
import type { SentTransaction } from '../../identity/wallet/run-transaction.ts'
import { signAndSeal, useSigning } from '../../identity/wallet/signing.ts'
import type { SealEnd } from '../../identity/wallet/signing.ts'
import { renewLists } from '../../platform/own-records.ts'
import { isAbout } from '../../platform/swr.ts'
import '../../words/listing-words.ts'

type Cancelled = Pick<OwnListingView, 'listingId' | 'tokenRefId'> & {
  token: Pick<TokenCardView, 'name' | 'serial' | 'picture'>
}

/**
 * Cancels one listing after a confirmation: nobody can buy it from then on, and our agent ends it
 * on chain. `onGone` is called before the pressed button disappears.
 */
export function useCancelListing({ listingId, tokenRefId, token }: Cancelled, onGone: () => void) {
  const { t, pick } = useWords()
  const { mutate } = useSWRConfig()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<WordKey>()
  const name = pick(token.name)

  const ask = async (): Promise<void> => {
    const description = t('listings.end-one.question', { name, serial: formatSerial(token.serial) })
    if (await dialogs.confirm({ description, confirmTitle: t('listings.end-one') })) await work(cancel)
  }
  const cancel = async (): Promise<void> => {
    setFailure(undefined)
    const result = await call('endListing', { params: { tokenRefId } })
    if (result.ok) onGone()
    await renewListings(mutate)
    if (result.ok)
      toasts.show({
        id: `cancelled-${listingId}`,
        status: 'success',
        title: t('listings.end-one.done', { name }),
        picture: token.picture,
      })
    else {
      const { errorCode } = result.body
      setFailure(errorCode === 'LISTING_STATE' ? 'listings.end-one.held' : `error.${errorCode}`)
    }
  }
  return { isBusy, failure, cancel: ask }
}

const polls = 6
const everyMs = 1500

/**
 * Ends listings from the seller's own wallet, without our server: the progress, and the failure.
 * `run` returns as soon as the outcome is known: true when the chain has recorded it.
 */
export function useWalletAct(doneId: string) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const { stage, end, run } = useSigning<SealEnd>()
  const act = async (send: () => Promise<SentTransaction>): Promise<boolean> => {
    const reached = await run((onStage) => signAndSeal(send, onStage))
    if (!reached) return false
    if (reached.status === 'done') toasts.show({ id: doneId, status: 'success', title: t('listings.own.done') })
    void pollLists()
    return reached.status === 'done'
  }
  // the index reads the chain a moment later
  const pollLists = async (): Promise<void> => {
    for (let poll = 0; poll < polls; poll += 1) {
      await renewListings(mutate)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
  return { stage, failure: end?.status === 'failed' ? end.error : undefined, run: act }
}

/**
 * Reads all listings and prices on the screens again, and gifts by mail, which are sale orders,
 * too.
 */
export const renewListings = (mutate: ScopedMutator): Promise<unknown> =>
  renewLists(
    mutate(
      isAbout([
        'showSellToken',
        'listOwnListings',
        'listListings',
        'showListing',
        'showMaxMin',
        'showItemPrices',
        'showItemControl',
        'listGifts',
        'showGift',
        'prepareTransfer',
      ]),
    ),
  )
