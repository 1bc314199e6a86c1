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
import { renewListings } from './end-listing.ts'
import { makeRecords } from '../../platform/own-records.ts'
import type { RecordWorld } from '../../platform/own-records.ts'
import '../../words/listing-words.ts'
import '../../words/signing-words.ts'

/** A drafted listing, and the wallet's transaction once it was sent. */
type KeptSaleOrder = { listingId: string; transactionId?: string }

/** Longer than the server waits for a wallet, and than the chain takes. */
const keptMs = 3_600_000

/**
 * Listings under way by token id: they outlive the page, so that they are followed after it was
 * closed.
 */
export function makeSaleOrderStore(world?: RecordWorld) {
  const records = makeRecords<KeptSaleOrder>('kura-sale-', keptMs, world)
  const names = makeRecords<{ tokenIds: readonly string[] }>('kura-sales', keptMs, world)
  const all = (): readonly string[] => names.find('')?.tokenIds.filter((id) => records.find(id) !== undefined) ?? []
  return {
    find: records.find,
    keep(tokenId: string, sale: KeptSaleOrder): void {
      records.keep(tokenId, sale)
      names.keep('', { tokenIds: [...new Set([...all(), tokenId])] })
    },
    /** Forgets this draft, unless another one of the token is stored by now. */
    drop(tokenId: string, listingId: string): void {
      if (records.find(tokenId)?.listingId === listingId) records.drop(tokenId)
    },
    /** Tokens whose listing the wallet has sent and whose outcome was not shown. */
    sent: (): readonly string[] => all().filter((id) => records.find(id)?.transactionId !== undefined),
  }
}

/** The listings that this browser has sent. */
export const sales = makeSaleOrderStore()

export type Draft = ApiOutput<'draftListing'>
/** What later pages know of a drafted listing. */
type KeptDraft = Pick<Draft, 'listingId'>
export type SaleOrderEnd = FollowEnd<KeptDraft>

/** The outcome that a state means; undefined while the listing is not on chain yet. */
const standingsOf: Partial<Record<ListingState, 'done' | 'over'>> = {
  open: 'done',
  held: 'done',
  sold: 'done',
  ending: 'over',
  ended: 'over',
}

/** The server calls while a listing of this token is signed and followed. */
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
 * A listing of one token from the wallet to open. One that an earlier page started is followed
 * automatically; one that was never sent is rolled back, unless another tab has its wallet open.
 * `isShown`: the page itself shows the outcome; otherwise, or when it was left, a toast does.
 */
export function useSaleOrder(token: Pick<TokenCardView, 'tokenId' | 'name' | 'picture'>, { isShown = true } = {}) {
  const { t, pick } = useWords()
  const { mutate } = useSWRConfig()
  const wallet = useMemberWallet()
  const { stage, end, run, reset } = useSigning<SaleOrderEnd>()
  const [isResumed, setIsResumed] = useState(false)
  const isSeen = useRef(isShown)
  const { tokenId } = token

  const steps = stepsOf(tokenId)
  const tell = (reached: SaleOrderEnd): void => {
    const id = `listed-${tokenId}`
    const name = pick(token.name)
    // announce an open listing on whatever page the member is
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
  const runAndTell = async (act: (onStage: (stage: SigningStage) => void) => Promise<SaleOrderEnd>): Promise<void> => {
    const reached = await run(async (onStage) => {
      const ended = await act(onStage)
      await renewListings(mutate)
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
    /** Cancels a draft that was not passed to the wallet. */
    leave: (draft: Draft) => void call('rollBackListing', { params: { id: draft.listingId } }),
    /** Resets to the start. */
    reset,
  }
}

/**
 * A lock on a draft whose wallet is open, visible to every tab of this browser: it ends with its
 * tab, whatever the outcome. A browser without locks holds nothing.
 */
const nameOf = (listingId: string): string => `kura-signing-${listingId}`
const locks = (): LockManager | undefined => (globalThis.navigator as { locks?: LockManager } | undefined)?.locks

/** Holds a draft for as long as `act` runs. */
export async function whileSigning<T>(listingId: string, act: () => Promise<T>): Promise<T> {
  const held = locks()
  // do not wait for another tab's lock: the chain decides between them
  return held ? held.request(nameOf(listingId), { ifAvailable: true }, act) : act()
}

/** Whether an open page has its wallet open for this draft. */
export async function isBeingSigned(listingId: string): Promise<boolean> {
  const now = await locks()?.query()
  return now?.held?.some(({ name }) => name === nameOf(listingId)) === true
}
