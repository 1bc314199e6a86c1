import { useCall } from '../../platform/swr.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SigningNote } from '../../identity/wallet/signing-note.tsx'
import { useReadyWallet } from '../../identity/wallet/use-ready-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/selling-words.ts'

type EndQuestionProps = {
  isOpen: boolean
  title: string
  /** The text of ours that the wallet is to run. */
  act: 'cancel' | 'cancelAll'
  can: readonly string[]
  cannot: readonly string[]
  values?: readonly (readonly [name: string, value: string])[]
  /** What somebody else loses by it. */
  warning?: string | undefined
  onSign: () => void
  onClose: () => void
}

/** What ending by the own wallet does, and what is signed for it, before the wallet opens. */
export function EndQuestion({ isOpen, title, act, warning, onSign, onClose, ...note }: EndQuestionProps) {
  const { t } = useWords()
  // it comes while the question is read
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
