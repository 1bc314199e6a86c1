import { useSWRConfig } from 'swr'
import { toasts } from '../../ui/toast-queue.ts'
import type { SentTransaction } from '../../identity/wallet/run-transaction.ts'
import { signAndSeal } from '../../identity/wallet/sign-flow.ts'
import type { SealEnd } from '../../identity/wallet/sign-flow.ts'
import { useSigning } from '../../identity/wallet/signing.ts'
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
  const { stage, end, run } = useSigning<SealEnd>()
  const act = async (send: () => Promise<SentTransaction>): Promise<boolean> => {
    const reached = await run((onStage) => signAndSeal(send, onStage))
    if (!reached) return false
    if (reached.status === 'done') toasts.show({ id: doneId, status: 'success', title: t('listings.own.done') })
    void lookAgain()
    return reached.status === 'done'
  }
  // the index reads the chain a moment later
  const lookAgain = async (): Promise<void> => {
    for (let look = 0; look < looks; look += 1) {
      await renewOffers(mutate)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
  return { stage, failure: end?.status === 'failed' ? end.error : undefined, run: act }
}
