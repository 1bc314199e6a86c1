import type { FormEvent } from 'react'
import type { AccountView } from '@kura/contract/identity/member'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { GuardedButton } from '../captcha/guarded-button.tsx'
import { EmailField } from '../member/email-field.tsx'
import { looksLikeEmail } from '../member/looks-like-email.ts'
import { useFormCall } from '../member/use-form-call.ts'
import { FieldError, PasswordField } from '../../ui/field.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { isSpent } from '../wallet/is-spent.ts'
import { proofBody } from '../wallet/take-proof.ts'
import { useWords } from '../../words/use-words.ts'
import { ProveStep } from './prove-step.tsx'
import { useWalletProver } from './use-wallet-prover.ts'
import '../../words/identity-words.ts'

export type EmailKind = 'add' | 'change'
type EmailFormProps = { kind: EmailKind; me: AccountView; onSent: (email: string) => void }

/** Asks for the new address, and for the password, or where there is none for a proof of the linked wallet. */
export function EmailForm({ kind, me, onSent }: EmailFormProps) {
  const { t, language } = useWords()
  const needsProof = !me.hasPassword
  const current = useWalletProver(needsProof, (proven) =>
    proven === me.flowAddress ? undefined : 'wallet-settings.not-current',
  )
  // the step is there only where it is needed
  const atProof = needsProof ? ({ field: 'current' } as const) : {}
  const { isBusy, errors, setErrors, send } = useFormCall(['email', 'password', 'current'], {
    INVALID_EMAIL_FORMAT: { field: 'email' },
    INVALID_INPUT: { field: 'email' },
    EMAIL_IS_SAME: { field: 'email' },
    EMAIL_EXISTS_IN_AUTH: { field: 'email' },
    AUTHENTICATION_FAILED: needsProof
      ? { field: 'current', word: 'wallet-settings.not-current' }
      : { field: 'password', word: 'password.wrong' },
    NONCE_NOT_FOUND: { ...atProof, word: 'wallet.error.timeout' },
    WALLET_PROOF_INVALID: atProof,
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email')).trim()
    const password = String(form.get('password') ?? '')
    if (!looksLikeEmail(email)) return setErrors({ email: t('error.INVALID_EMAIL_FORMAT') })
    if (me.hasPassword && password === '') return setErrors({ password: t('password.missing') })
    if (needsProof && !current.taken) return setErrors({ current: t('wallet-settings.prove-first') })
    const shown = current.taken ? { proof: proofBody(current.taken) } : me.hasPassword ? { password } : {}
    const body = { email, locale: language, ...shown }
    const result = await send(kind === 'add' ? 'emailAdd' : 'emailChange', { body })
    if (!result) return
    // refused without a look at the proof: it is no longer what is asked for
    const isUseless = !result.ok && result.body.errorCode === 'AUTHENTICATION_FAILED'
    if (isUseless || isSpent(result, ['proof', 'signature'])) current.forget()
    if (result.ok) onSent(email)
  }
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      {kind === 'change' && (
        <Facts>
          <Fact name={t('email.current')}>
            <span className="break-all">{me.email}</span>
          </Fact>
        </Facts>
      )}
      <EmailField label={t('email.new')} autoComplete="email" error={errors.email} />
      {needsProof ? (
        <ProveStep label="wallet-settings.prove-current" prover={current} error={errors.current} />
      ) : (
        <PasswordField
          label={t('password.current')}
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
      )}
      <BotWidget />
      <FieldError error={errors.form} />
      <div>
        <GuardedButton type="submit" size="lg" isBusy={isBusy}>
          {t('email.submit')}
        </GuardedButton>
      </div>
    </form>
  )
}
