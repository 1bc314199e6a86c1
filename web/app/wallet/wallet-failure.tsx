import { Icon } from '../ui/icon.tsx'
import { useWords } from '../words/use-words.ts'
import type { WalletError } from './wallet-error.ts'
import '../words/signing-words.ts'

/** Why what the wallet was asked for did not come about; always in the page, so that a change is announced. */
export function WalletFailure({ error }: { error: Pick<WalletError, 'kind'> | undefined }) {
  const { t } = useWords()
  return (
    <div role="alert" className="empty:hidden">
      {error && (
        <div className="flex gap-3 rounded-card bg-attention-ground p-4">
          <Icon name="warning" className="size-6 shrink-0 text-attention-text" />
          <div className="grid gap-1">
            <p className="text-14 font-semibold text-attention-text">{t('signing.failed')}</p>
            <p className="text-14 text-ink">{t(`signing.error.${error.kind}`)}</p>
          </div>
        </div>
      )}
    </div>
  )
}
