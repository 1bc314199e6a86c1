import type { SellArgumentsView } from '@kura/contract/market/listing'
import type { TransferArgumentsView } from '@kura/contract/market/transfer'
import { useEffect } from 'react'
import { call } from '../../platform/api.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { useSite } from '../../platform/use-site.ts'
import { leaveWallet, runTransaction, waitForSeal } from './run-transaction.ts'
import type { SentTransaction } from './run-transaction.ts'
import { cancelSaleOrders, sell, transfer } from './member-transactions.ts'
import { WalletError } from './wallet-error.ts'
import { loadFcl } from './load-fcl.ts'

type Text = { cadence: string; limit: number }

/**
 * What the linked wallet can be asked to run. Each fails with a WalletError, and then the wallet is
 * signed out.
 */
type MemberWallet = {
  /** Accepts the terms of a sale order; `text` is from a draft; without it, our text for sales. */
  sell: (given: SellArgumentsView, text?: Text) => Promise<SentTransaction>
  transfer: (given: TransferArgumentsView, text: Text) => Promise<SentTransaction>
  /** Ends these sale orders, by their listing ids. */
  cancel: (listingIds: readonly string[]) => Promise<SentTransaction>
  /** Ends every sale order of the account. */
  cancelAll: () => Promise<SentTransaction>
  /** Waits for a transaction that this page or another one sent. */
  waitForSeal: (transactionId: string) => Promise<void>
}

/** The linked wallet of the member who is signed in; what it runs is fetched beforehand. */
export function useMemberWallet(): MemberWallet {
  const site = useSite()
  const signer = useSession()?.flowAddress ?? ''
  const { data } = useCall('showWalletTransactions', signer === '' ? null : {}, { revalidateOnFocus: false })
  const own = async (name: 'sell' | 'cancel' | 'cancelAll') => {
    if (data) return { ...data[name], signer }
    const answer = await call('showWalletTransactions', {})
    if (!answer.ok) {
      await leaveWallet(site)
      throw new WalletError('not-loaded', answer.body)
    }
    return { ...answer.data[name], signer }
  }
  return {
    sell: async (given, text) => sell(site, text ? { ...text, signer } : await own('sell'), given),
    transfer: (given, text) => transfer(site, { ...text, signer }, given),
    cancel: async (listingIds) => cancelSaleOrders(site, await own('cancel'), listingIds),
    cancelAll: async () => runTransaction(site, await own('cancelAll')),
    waitForSeal: (transactionId) => waitForSeal(site, transactionId),
  }
}

/**
 * Loads the wallet library while the person still reads what is to be signed: browsers let a window
 * open only right after a press. A failure is shown when the wallet is asked. `isNear` delays it
 * until the text is about to be read.
 */
export function useReadyWallet(isNear = true): void {
  const site = useSite()
  useEffect(() => {
    if (isNear) void loadFcl(site).catch(() => undefined)
  }, [site, isNear])
}
