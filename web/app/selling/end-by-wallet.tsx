import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { dialogs } from '../ui/dialog-queue.ts'
import { SigningWait } from '../wallet/signing-wait.tsx'
import { useMemberWallet } from '../wallet/use-member-wallet.ts'
import { useReadyWallet } from '../wallet/use-ready-wallet.ts'
import { WalletFailure } from '../wallet/wallet-failure.tsx'
import { useWords } from '../words/use-words.ts'
import { useWalletAct } from './use-wallet-act.ts'
import '../words/selling-words.ts'

/** Ends every permission to sell by the seller's own wallet: what needs neither our server nor our agent. */
export function EndByWallet() {
  const { t } = useWords()
  const wallet = useMemberWallet()
  const [isAsked, setIsAsked] = useState(false)
  // it comes while the question is read
  useReadyWallet(isAsked)
  const { stage, failure, run } = useWalletAct('ended-all')
  const endAll = async (): Promise<void> => {
    setIsAsked(true)
    const question = { description: t('listings.own.question'), confirmTitle: t('listings.own.go') }
    if (await dialogs.confirm(question)) await run(() => wallet.cancelAll())
  }
  return (
    <section className="grid gap-3 rounded-card bg-ground p-5">
      <h2 className="text-16">{t('listings.own.title')}</h2>
      <p className="max-w-reading text-14">{t('listings.own.text')}</p>
      <WalletFailure error={failure} />
      <SigningWait stage={stage} />
      <div>
        <Button look="secondary" isBusy={stage !== undefined} onClick={() => void endAll()}>
          {t('listings.own.all')}
        </Button>
      </div>
    </section>
  )
}
