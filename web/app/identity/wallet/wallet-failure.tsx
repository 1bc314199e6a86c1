import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import { failureWords } from './failure-words.ts'
import type { WalletError } from './wallet-error.ts'
import '../../words/signing-words.ts'

/** Why what the wallet was asked for did not come about, or that nobody knows whether it did; always in the page, so that a change is announced. */
export function WalletFailure({ error }: { error: WalletError | undefined }) {
  const { t } = useWords()
  const words = error && failureWords(error)
  return (
    <div role="alert" className="empty:hidden">
      {words && (
        <div className="flex gap-3 rounded-card bg-attention-ground p-4">
          <Icon name="warning" className="size-6 shrink-0 text-attention-text" />
          <div className="grid gap-1">
            <p className="text-14 font-semibold text-attention-text">{t(words.title)}</p>
            <p className="text-14 text-ink">{t(words.text)}</p>
          </div>
        </div>
      )}
    </div>
  )
}
