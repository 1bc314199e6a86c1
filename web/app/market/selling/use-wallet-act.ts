import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { toasts } from '../../ui/toast-queue.ts'
import type { SentTransaction } from '../../identity/wallet/run-transaction.ts'
import type { SigningStage } from '../../identity/wallet/signing-wait.tsx'
import { toWalletError } from '../../identity/wallet/wallet-error.ts'
import type { WalletError } from '../../identity/wallet/wallet-error.ts'
import { useWords } from '../../words/use-words.ts'
import { renewOffers } from './renew-offers.ts'
import '../../words/selling-words.ts'

const looks = 6
const everyMs = 1500

/**
 * Ending by the seller's own wallet, without our server: where it stands, and why it failed. `run` answers as soon as that is known: true
 * when it is on the chain.
 */
export function useWalletAct(doneId: string) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const [stage, setStage] = useState<SigningStage>()
  const [failure, setFailure] = useState<WalletError>()

  const run = async (send: () => Promise<SentTransaction>): Promise<boolean> => {
    if (stage !== undefined) return false
    setFailure(undefined)
    setStage('wallet')
    let isDone = false
    try {
      const sent = await send()
      setStage('sealing')
      await sent.waitForSeal()
      isDone = true
      toasts.show({ id: doneId, status: 'success', title: t('listings.own.done') })
    } catch (thrown) {
      setFailure(toWalletError(thrown))
    }
    setStage(undefined)
    void lookAgain()
    return isDone
  }
  // the index reads the chain a moment later
  const lookAgain = async (): Promise<void> => {
    for (let look = 0; look < looks; look += 1) {
      await renewOffers(mutate)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
  return { stage, failure, run }
}
