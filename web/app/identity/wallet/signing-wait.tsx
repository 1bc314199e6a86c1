import { useWords } from '../../words/use-words.ts'
import type { SigningStage } from './signing.ts'
import '../../words/signing-words.ts'

/**
 * What is waited for while a wallet's transaction is under way. It stands in the page before there is anything to tell: only what changes
 * in a place that is there already is announced.
 */
export function SigningWait({ stage }: { stage: SigningStage | undefined }) {
  const { t } = useWords()
  return (
    <div role="status" className="empty:hidden">
      {stage && (
        <p className="flex items-center gap-3 rounded-card bg-indigo-ground p-4 text-14 text-ink">
          <span
            aria-hidden="true"
            className="size-5 shrink-0 animate-spin rounded-full border-2 border-indigo-text border-t-transparent"
          />
          {t(stage === 'sealing' || stage === 'recording' ? 'signing.sealing' : 'signing.in-wallet')}
        </p>
      )}
    </div>
  )
}
