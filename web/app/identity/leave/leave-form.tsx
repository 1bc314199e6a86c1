import { useState } from 'react'
import type { FormEvent } from 'react'
import type { AccountView } from '@kura/contract/identity/account'
import { links } from '../../platform/links.ts'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { useFormCall } from '../member/form-call.ts'
import { ProveStep, useWalletProver } from '../settings/prove-step.tsx'
import { SettingsCard } from '../settings/settings-page.tsx'
import { isSpent, proofBody } from '../wallet/take-proof.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox, FieldError, PasswordField, SelectField, TextArea } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'
import '../../words/leave-words.ts'

/** As the contract names them; written out so that its schemas stay out of the browser. */
const reasons = ['unused', 'nothing-to-buy', 'hard-to-use', 'cost', 'privacy', 'other-account', 'other'] as const
const wordsMost = 500

type LeaveFormProps = { me: AccountView; onAsked: () => Promise<void>; onConflict: () => void }

/** Asks for the deletion, with a reason and the password or a proof of the linked wallet. */
export function LeaveForm({ me, onAsked, onConflict }: LeaveFormProps) {
  const { t } = useWords()
  const [reason, setReason] = useState('')
  const needsProof = !me.hasPassword
  const canProve = me.hasPassword || me.flowAddress !== ''
  const current = useWalletProver(needsProof && canProve, (proven) =>
    proven === me.flowAddress ? undefined : 'wallet-settings.not-current',
  )
  const atProof = needsProof ? ({ field: 'current' } as const) : {}
  const { isBusy, errors, setErrors, send } = useFormCall(['reason', 'password', 'current', 'agree'], {
    AUTHENTICATION_FAILED: needsProof
      ? { field: 'current', word: 'wallet-settings.not-current' }
      : { field: 'password', word: 'password.wrong' },
    NONCE_NOT_FOUND: { ...atProof, word: 'wallet.error.timeout' },
    WALLET_PROOF_INVALID: atProof,
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const words = String(form.get('words') ?? '').trim()
    const password = String(form.get('password') ?? '')
    const found = {
      ...(reason === '' && { reason: t('leave.reason-missing') }),
      ...(!needsProof && password === '' && { password: t('password.missing') }),
      ...(needsProof && !current.taken && { current: t('wallet-settings.prove-first') }),
      ...(form.get('agree') === null && { agree: t('leave.agree-missing') }),
    }
    if (Object.keys(found).length > 0) return setErrors(found)
    const shown = current.taken ? { proof: proofBody(current.taken) } : { password }
    const result = await send('requestDeletion', { body: { reason: words === '' ? reason : words, ...shown } })
    if (!result) return
    if (result.ok) {
      toasts.show({ status: 'success', title: t('leave.asked') })
      return onAsked()
    }
    if (result.body.errorCode === 'USER_DELETE_CONFLICT') onConflict()
    // refused without checking the proof: the account has changed
    const isUseless = result.body.errorCode === 'AUTHENTICATION_FAILED'
    if (isUseless || isSpent(result, ['proof', 'signature'])) current.forget()
  }
  return (
    <section className="grid gap-4">
      <h2 className="text-20">{t('leave.form')}</h2>
      <SettingsCard>
        {canProve ? (
          <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
            <SelectField
              label={t('leave.reason')}
              name="reason"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              choices={[
                { value: '', label: t('leave.reason-choose') },
                ...reasons.map((value) => ({ value, label: t(`leave.reason.${value}`) })),
              ]}
              error={errors.reason}
            />
            {reason === 'other' && (
              <TextArea label={t('leave.words')} name="words" maxLength={wordsMost} hint={t('leave.words-hint')} />
            )}
            {needsProof ? (
              <>
                <ProveStep label="wallet-settings.prove-current" prover={current} error={errors.current} />
                <BotWidget />
              </>
            ) : (
              <PasswordField
                label={t('password.current')}
                name="password"
                autoComplete="current-password"
                error={errors.password}
              />
            )}
            <Checkbox name="agree" label={t('leave.agree')} error={errors.agree} />
            <FieldError error={errors.form} />
            <div>
              <Button type="submit" size="lg" look="danger" isBusy={isBusy}>
                {t('leave.submit')}
              </Button>
            </div>
          </form>
        ) : (
          <>
            <p className="text-14">{t('leave.no-proof')}</p>
            <div>
              <LinkButton to={links.password}>{t('password.title')}</LinkButton>
            </div>
          </>
        )}
      </SettingsCard>
    </section>
  )
}
