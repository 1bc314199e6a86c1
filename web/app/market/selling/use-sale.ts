import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ApiOutput } from '@kura/contract/api'
import type { TokenCardView } from '@kura/contract/market/token'
import { call } from '../../platform/api.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useMemberWallet } from '../../identity/wallet/use-member-wallet.ts'
import { WalletError } from '../../identity/wallet/wallet-error.ts'
import { useWords } from '../../words/use-words.ts'
import { renewOffers } from './renew-offers.ts'
import { followSale, giveUp, runSale } from './sale-flow.ts'
import type { SaleEnd, SaleStage, SaleSteps } from './sale-flow.ts'
import { sales } from './sale-store.ts'
import { isBeingSigned, whileSigning } from './signing-lock.ts'
import '../../words/selling-words.ts'
import '../../words/signing-words.ts'

export type Draft = ApiOutput<'draftListing'>

/**
 * The sale of one token from the wallet to the open offer. One that another page began, or this one before it was closed, is followed
 * on by itself; one that was never sent is rolled back, unless another tab has its wallet open. `isShown`: the page itself says how it
 * ends; where it does not, or was left meanwhile, a toast does.
 */
export function useSale(token: Pick<TokenCardView, 'tokenId' | 'name' | 'picture'>, { isShown = true } = {}) {
  const { t, pick } = useWords()
  const { mutate } = useSWRConfig()
  const wallet = useMemberWallet()
  const [stage, setStage] = useState<SaleStage>()
  const [end, setEnd] = useState<SaleEnd>()
  const [isResumed, setIsResumed] = useState(false)
  const isBusy = useRef(false)
  const isSeen = useRef(isShown)
  const { tokenId } = token

  const stepsOf = (listingId: string): SaleSteps => ({
    report: ({ transactionId }) => call('reportListing', { body: { listingId, txId: transactionId } }),
    rollBack: (id) => call('rollBackListing', { params: { id } }),
    keep: (sale) => sales.keep(tokenId, sale),
    drop: () => sales.drop(tokenId, listingId),
    onStage: setStage,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  const tell = (reached: SaleEnd): void => {
    const id = `listed-${tokenId}`
    const name = pick(token.name)
    // an open offer is told wherever the member is by then
    if (reached.status === 'open')
      toasts.show({ id, status: 'success', title: t('sell.toast', { name }), picture: token.picture })
    else if (isSeen.current) return
    else if (reached.status === 'failed')
      toasts.show({
        id,
        status: 'error',
        title: t('sell.toast-failed', { name }),
        description: t(`signing.error.${reached.error.kind}`),
        duration: null,
      })
    else if (reached.status === 'over')
      toasts.show({
        id,
        status: 'warning',
        title: t('sell.toast-over', { name }),
        description: t('sell.over-text'),
        duration: null,
      })
  }
  const run = async (act: () => Promise<SaleEnd>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setEnd(undefined)
    const reached = await act()
    isBusy.current = false
    await renewOffers(mutate)
    setStage(undefined)
    setEnd(reached)
    tell(reached)
  }
  useEffect(() => {
    isSeen.current = isShown
    return () => {
      isSeen.current = false
    }
  }, [isShown])
  useEffect(() => {
    const kept = sales.find(tokenId)
    if (!kept) return
    const { listingId, transactionId } = kept
    const steps = stepsOf(listingId)
    if (transactionId === undefined) {
      const left = new WalletError('user-rejected', 'the page was left')
      return void isBeingSigned(listingId).then((is) => (is ? undefined : giveUp(steps, kept, left)))
    }
    setIsResumed(true)
    void run(() => followSale(steps, { listingId, transactionId }, () => wallet.waitForSeal(transactionId)))
    // once for each token, whatever the functions are by then
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [tokenId])
  return {
    stage,
    end,
    isResumed,
    /** Opens the wallet for a draft. A second press meanwhile does nothing. */
    start: ({ listingId, arguments: given }: Draft) =>
      run(() => whileSigning(listingId, () => runSale(stepsOf(listingId), listingId, () => wallet.sell(given)))),
    /** Gives a draft up that the wallet was not asked for. */
    leave: (draft: Draft) => void call('rollBackListing', { params: { id: draft.listingId } }),
    /** Back to the beginning. */
    reset: () => setEnd(undefined),
  }
}
