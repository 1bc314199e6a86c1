import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SigningWait } from '../../identity/wallet/signing-wait.tsx'
import { useMemberWallet } from '../../identity/wallet/use-member-wallet.ts'
import { WalletFailure } from '../../identity/wallet/wallet-failure.tsx'
import { useWords } from '../../words/use-words.ts'
import { EndQuestion } from './end-question.tsx'
import { useWalletAct } from './use-wallet-act.ts'
import '../../words/selling-words.ts'

/** Ends every permission to sell by the seller's own wallet: what needs neither our server nor our agent. */
export function EndByWallet() {
  const { t } = useWords()
  const wallet = useMemberWallet()
  const [isAsked, setIsAsked] = useState(false)
  const { stage, failure, run } = useWalletAct('ended-all')
  const endAll = (): void => {
    setIsAsked(false)
    void run(() => wallet.cancelAll())
  }
  return (
    <section className="grid gap-3 rounded-card bg-ground p-5">
      <h2 className="text-16">{t('listings.own.title')}</h2>
      <p className="max-w-reading text-14">{t('listings.own.text')}</p>
      <WalletFailure error={failure} />
      <SigningWait stage={stage} />
      <div>
        <Button look="secondary" isBusy={stage !== undefined} onClick={() => setIsAsked(true)}>
          {t('listings.own.all')}
        </Button>
      </div>
      <EndQuestion
        isOpen={isAsked}
        title={t('listings.own.all')}
        act="cancelAll"
        warning={t('listings.own.all-bought')}
        can={[t('listings.own.can-all'), t('listings.own.can-void'), t('listings.own.can-gifts')]}
        cannot={[t('listings.own.cannot-move'), t('listings.own.cannot-sell'), t('listings.own.cannot-undo')]}
        onSign={endAll}
        onClose={() => setIsAsked(false)}
      />
    </section>
  )
}
