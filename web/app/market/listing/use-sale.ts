import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ApiOutput } from '@kura/contract/api'
import type { ListingState } from '@kura/contract/states'
import type { TokenCardView } from '@kura/contract/market/token'
import { call } from '../../platform/api.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { follow, rollBack, signAndFollow } from '../../identity/wallet/sign-flow.ts'
import type { FollowEnd, FollowSteps } from '../../identity/wallet/sign-flow.ts'
import { useSigning } from '../../identity/wallet/signing.ts'
import type { SigningStage } from '../../identity/wallet/signing.ts'
import { useMemberWallet } from '../../identity/wallet/use-member-wallet.ts'
import { WalletError } from '../../identity/wallet/wallet-error.ts'
import { useWords } from '../../words/use-words.ts'
import { renewOffers } from './renew-offers.ts'
import { sales } from './sale-store.ts'
import { isBeingSigned, whileSigning } from './signing-lock.ts'
import '../../words/selling-words.ts'
import '../../words/signing-words.ts'

export type Draft = ApiOutput<'draftListing'>
/** What is known of an offer that was drafted, also by a page that comes later. */
type KeptDraft = Pick<Draft, 'listingId'>
export type SaleEnd = FollowEnd<KeptDraft>

/** What a state says of an offer that was sent; nothing of one that is not on the chain yet. */
const standingsOf: Partial<Record<ListingState, 'done' | 'over'>> = {
  open: 'done',
  held: 'done',
  sold: 'done',
  ending: 'over',
  ended: 'over',
}

/** What is done with us while an offer of this token is signed and followed. */
const stepsOf = (tokenId: string): Omit<FollowSteps<KeptDraft, { state: ListingState }>, 'sign' | 'onStage'> => ({
  report: ({ listingId }, txId) => call('reportListing', { body: { listingId, txId } }),
  rollBack: ({ listingId }) => call('rollBackListing', { params: { id: listingId } }),
  keep: ({ listingId }, transactionId) =>
    sales.keep(tokenId, transactionId === undefined ? { listingId } : { listingId, transactionId }),
  drop: ({ listingId }) => sales.drop(tokenId, listingId),
  standingOf: ({ state }) => standingsOf[state],
  isOnChain: (code) => code === 'LISTING_STATE',
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

/**
 * The sale of one token from the wallet to the open offer. One that another page began, or this one before it was closed, is followed
 * on by itself; one that was never sent is rolled back, unless another tab has its wallet open. `isShown`: the page itself says how it
 * ends; where it does not, or was left meanwhile, a toast does.
 */
export function useSale(token: Pick<TokenCardView, 'tokenId' | 'name' | 'picture'>, { isShown = true } = {}) {
  const { t, pick } = useWords()
  const { mutate } = useSWRConfig()
  const wallet = useMemberWallet()
  const { stage, end, run, reset } = useSigning<SaleEnd>()
  const [isResumed, setIsResumed] = useState(false)
  const isSeen = useRef(isShown)
  const { tokenId } = token

  const steps = stepsOf(tokenId)
  const tell = (reached: SaleEnd): void => {
    const id = `listed-${tokenId}`
    const name = pick(token.name)
    // an open offer is told wherever the member is by then
    if (reached.status === 'done')
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
  const runAndTell = async (act: (onStage: (stage: SigningStage) => void) => Promise<SaleEnd>): Promise<void> => {
    const reached = await run(async (onStage) => {
      const ended = await act(onStage)
      await renewOffers(mutate)
      return ended
    })
    if (reached) tell(reached)
  }
  useEffect(() => {
    isSeen.current = isShown
    return () => {
      isSeen.current = false
    }
  }, [isShown])
  const resume = useEffectEvent((): void => {
    const kept = sales.find(tokenId)
    if (!kept) return
    const { listingId, transactionId } = kept
    const draft = { listingId }
    if (transactionId === undefined) {
      const left = new WalletError('user-rejected', 'the page was left')
      const quiet = { ...steps, onStage: () => undefined }
      return void isBeingSigned(listingId).then((is) => (is ? undefined : rollBack(quiet, { draft }, left)))
    }
    setIsResumed(true)
    const sent = { transactionId, waitForSeal: () => wallet.waitForSeal(transactionId) }
    void runAndTell((onStage) => follow({ ...steps, onStage }, draft, sent))
  })
  useEffect(() => resume(), [tokenId])
  return {
    stage,
    end,
    isResumed,
    /** Opens the wallet for a draft. A second press meanwhile does nothing. */
    start: ({ listingId, arguments: given }: Draft) =>
      runAndTell((onStage) =>
        whileSigning(listingId, () =>
          signAndFollow({ ...steps, onStage, sign: () => wallet.sell(given) }, { listingId }),
        ),
      ),
    /** Gives a draft up that the wallet was not asked for. */
    leave: (draft: Draft) => void call('rollBackListing', { params: { id: draft.listingId } }),
    /** Back to the beginning. */
    reset,
  }
}
