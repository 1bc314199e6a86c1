import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ApiOutput } from '@kura/contract/api'
import type { TokenCardView } from '@kura/contract/token'
import { call } from '../api.ts'
import { toasts } from '../ui/toast-queue.ts'
import { useMemberWallet } from '../wallet/use-member-wallet.ts'
import { WalletError } from '../wallet/wallet-error.ts'
import { useWords } from '../words/use-words.ts'
import { renewOffers } from './renew-offers.ts'
import { followSale, giveUp, runSale } from './sale-flow.ts'
import type { SaleEnd, SaleStage, SaleSteps } from './sale-flow.ts'
import { sales } from './sale-store.ts'
import '../words/selling-words.ts'

export type Draft = ApiOutput<'draftListing'>

/**
 * The sale of one token from the wallet to the open offer. One that another page began, or this one before it was closed, is followed
 * on by itself; one that was never sent is rolled back.
 */
export function useSale(token: Pick<TokenCardView, 'tokenId' | 'name' | 'picture'>) {
  const { t, pick } = useWords()
  const { mutate } = useSWRConfig()
  const wallet = useMemberWallet()
  const [stage, setStage] = useState<SaleStage>()
  const [end, setEnd] = useState<SaleEnd>()
  const [isResumed, setIsResumed] = useState(false)
  const isBusy = useRef(false)
  const { tokenId } = token

  const steps: SaleSteps = {
    report: ({ listingId, transactionId }) => call('reportListing', { body: { listingId, txId: transactionId } }),
    rollBack: (id) => call('rollBackListing', { params: { id } }),
    keep: (sale) => sales.keep(tokenId, sale),
    drop: () => sales.drop(tokenId),
    onStage: setStage,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
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
    if (reached.status !== 'open') return
    // told wherever the member is by then
    toasts.show({
      id: `listed-${tokenId}`,
      status: 'success',
      title: t('sell.toast', { name: pick(token.name) }),
      picture: token.picture,
    })
  }
  useEffect(() => {
    const kept = sales.find(tokenId)
    if (!kept) return
    const { listingId, transactionId } = kept
    if (transactionId === undefined)
      return void giveUp(steps, kept, new WalletError('user-rejected', 'the page was left'))
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
    start: (draft: Draft) => run(() => runSale(steps, draft.listingId, () => wallet.sell(draft.arguments))),
    /** Gives a draft up that the wallet was not asked for. */
    leave: (draft: Draft) => void call('rollBackListing', { params: { id: draft.listingId } }),
    /** Back to the beginning. */
    reset: () => setEnd(undefined),
  }
}
