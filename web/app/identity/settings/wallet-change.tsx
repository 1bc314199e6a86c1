import type { FormEvent } from 'react'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { GuardedButton } from '../captcha/guarded-button.tsx'
import { useFormCall } from '../member/use-form-call.ts'
import { FieldError } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { isSpent } from '../wallet/is-spent.ts'
import { proofBody } from '../wallet/take-proof.ts'
import { useWords } from '../../words/use-words.ts'
import { ProveStep } from './prove-step.tsx'
import { useWalletProver } from './use-wallet-prover.ts'
import '../../words/identity-words.ts'

/** Moves the link to another wallet: proven by the present one, then by the new one, each over a nonce of its own. */
export function WalletChange({ address, onChanged }: { address: string; onChanged: () => Promise<void> }) {
  const { t } = useWords()
  const current = useWalletProver(true, (proven) => (proven === address ? undefined : 'wallet-settings.not-current'))
  const next = useWalletProver(current.taken !== undefined, (proven) =>
    proven === address ? 'wallet-settings.same' : undefined,
  )
  const { isBusy, errors, send } = useFormCall(['current', 'next'], {
    AUTHENTICATION_DUPLICATED: { field: 'next', word: 'error.AUTHENTICATION_DUPLICATED' },
    INVALID_INPUT: { field: 'next' },
    NONCE_NOT_FOUND: { word: 'wallet.error.timeout' },
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (!current.taken || !next.taken) return
    const body = {
      current: proofBody(current.taken),
      next: { ...proofBody(next.taken), address: next.taken.proof.address },
    }
    const result = await send('flowChange', { body })
    if (!result) return
    if (isSpent(result, ['next'])) next.forget()
    if (isSpent(result, ['current'])) current.forget()
    if (!result.ok) return
    toasts.show({
      status: 'success',
      title: t('wallet-settings.changed'),
      description: t('wallet-settings.changed-text'),
    })
    await onChanged()
  }
  return (
    <form method="post" className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      <p className="text-14">{t('wallet-settings.change-text')}</p>
      <ProveStep label="wallet-settings.prove-current" prover={current} error={errors.current} />
      <ProveStep
        label="wallet-settings.prove-next"
        prover={next}
        isEnabled={current.taken !== undefined}
        error={errors.next}
      />
      <BotWidget />
      <FieldError error={errors.form} />
      <div>
        <GuardedButton type="submit" size="lg" isBusy={isBusy} disabled={!current.taken || !next.taken}>
          {t('wallet-settings.change-submit')}
        </GuardedButton>
      </div>
    </form>
  )
}
