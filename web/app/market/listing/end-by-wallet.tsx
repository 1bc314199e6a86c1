import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SigningWait, SigningNote, WalletFailure } from '../../identity/wallet/signing-note.tsx'
import { useMemberWallet, useReadyWallet } from '../../identity/wallet/use-member-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { useWalletAct } from './end-listing.ts'
import { useCall } from '../../platform/swr.ts'
import { Icon } from '../../ui/icon.tsx'
import { Modal } from '../../ui/modal.tsx'
import '../../words/listing-words.ts'

/**
 * Ends every permission to sell from the seller's own wallet, which needs neither our server nor
 * our agent.
 */
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

type EndQuestionProps = {
  isOpen: boolean
  title: string
  /** The text of the transaction that the wallet runs. */
  act: 'cancel' | 'cancelAll'
  can: readonly string[]
  cannot: readonly string[]
  values?: readonly (readonly [name: string, value: string])[]
  /** The effect on buyers. */
  warning?: string | undefined
  onSign: () => void
  onClose: () => void
}

/** What ending from the own wallet does, and what is signed, before the wallet opens. */
export function EndQuestion({ isOpen, title, act, warning, onSign, onClose, ...note }: EndQuestionProps) {
  const { t } = useWords()
  // loads while the question is read
  useReadyWallet(isOpen)
  const { data: texts } = useCall('showWalletTransactions', isOpen ? {} : null, { revalidateOnFocus: false })
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={title} hasCloseButton={false} role="alertdialog">
      {warning !== undefined && (
        <div className="flex gap-3 rounded-card bg-attention-ground p-4">
          <Icon name="warning" className="size-6 shrink-0 text-attention-text" />
          <p className="text-14 text-ink">{warning}</p>
        </div>
      )}
      <SigningNote {...note} cadence={texts?.[act].cadence} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button onClick={onSign}>{t('listings.own.go')}</Button>
      </div>
    </Modal>
  )
}
