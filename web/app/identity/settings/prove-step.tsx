import { useId } from 'react'
import { GuardedButton } from '../captcha/guarded-button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import type { WalletProver } from './use-wallet-prover.ts'
import '../../words/identity-words.ts'

type ProveStepProps = { label: WordKey; prover: WalletProver; isEnabled?: boolean; error?: string | undefined }

/** One press that has a wallet prove itself; afterwards the address it proved. */
export function ProveStep({ label, prover, isEnabled = true, error }: ProveStepProps) {
  const { t } = useWords()
  const { taken, failure } = prover
  const id = useId()
  const shown = failure ? t(failure) : error
  return (
    <div className="grid gap-2">
      {taken ? (
        <p role="status" className="flex items-start gap-2 text-14 text-success-text">
          <Icon name="check" className="mt-0.5 size-5" />
          <span className="break-all">{t('wallet-settings.proven', { address: taken.proof.address })}</span>
        </p>
      ) : (
        <div>
          <GuardedButton
            look="secondary"
            disabled={!isEnabled}
            isBusy={prover.isBusy}
            aria-describedby={shown === undefined ? undefined : id}
            onClick={() => void prover.prove()}
          >
            {t(label)}
          </GuardedButton>
        </div>
      )}
      <FieldError id={id} error={shown} />
    </div>
  )
}
