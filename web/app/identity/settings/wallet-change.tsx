import type { FormEvent } from 'react'
import { limits } from '@kura/contract/limits'
import type { AccountView } from '@kura/contract/identity/account'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import { useFormCall } from '../member/form-call.ts'
import { FieldError, PasswordField, TextArea } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { isSpent, proofBody } from '../wallet/take-proof.ts'
import { useWords } from '../../words/use-words.ts'
import { ProveStep, useWalletProver } from './prove-step.tsx'
import { links } from '../../platform/links.ts'
import { LinkButton } from '../../ui/button.tsx'
import '../../words/identity-words.ts'

/**
 * Moves the link to another wallet: proven by the current one, then by the new one, each over its
 * own nonce.
 */
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

const reasonMost = 500

type WalletRecoveryProps = { me: AccountView; onAsked: () => void }

/** Requests another wallet from the operator, for one that cannot sign any more. */
export function WalletRecovery({ me, onAsked }: WalletRecoveryProps) {
  const { t } = useWords()
  const next = useWalletProver(me.hasPassword, (proven) =>
    proven === me.flowAddress ? 'wallet-settings.same' : undefined,
  )
  const { isBusy, errors, setErrors, send } = useFormCall(['next', 'password', 'reason'], {
    AUTHENTICATION_FAILED: { field: 'password', word: 'password.wrong' },
    AUTHENTICATION_DUPLICATED: { field: 'next' },
    NONCE_NOT_FOUND: { field: 'next', word: 'wallet.error.timeout' },
    WALLET_PROOF_INVALID: { field: 'next' },
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (!next.taken) return
    const form = new FormData(event.currentTarget)
    const password = String(form.get('password') ?? '')
    if (password === '') return setErrors({ password: t('password.missing') })
    const result = await send('flowRecovery', {
      body: {
        next: { ...proofBody(next.taken), address: next.taken.proof.address },
        reason: String(form.get('reason') ?? '').trim(),
        password,
      },
    })
    if (!result) return
    if (isSpent(result, ['next', 'signature'])) next.forget()
    if (!result.ok) return
    toasts.show({ status: 'success', title: t('wallet-settings.recover-asked') })
    onAsked()
  }
  if (me.email === '')
    return (
      <div className="grid gap-4">
        <p className="text-14">{t('wallet-settings.recover-needs-email')}</p>
        <div>
          <LinkButton to={links.email}>{t('email.add')}</LinkButton>
        </div>
      </div>
    )
  // the session alone must not suffice, and the old wallet cannot prove anything: the mailbox does,
  // by a first password
  if (!me.hasPassword)
    return (
      <div className="grid gap-4">
        <p className="text-14">{t('password.none')}</p>
        <div>
          <LinkButton to={links.password}>{t('password.title')}</LinkButton>
        </div>
      </div>
    )
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      <p className="text-14">{t('wallet-settings.recover-text', { hours: limits.walletCoolingHours })}</p>
      <ProveStep label="wallet-settings.prove-next" prover={next} error={errors.next} />
      <TextArea
        label={t('wallet-settings.reason')}
        name="reason"
        rows={3}
        maxLength={reasonMost}
        error={errors.reason}
      />
      <PasswordField
        label={t('password.current')}
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <BotWidget />
      <FieldError error={errors.form} />
      <div>
        <GuardedButton type="submit" size="lg" isBusy={isBusy} disabled={!next.taken}>
          {t('wallet-settings.recover-submit')}
        </GuardedButton>
      </div>
    </form>
  )
}
