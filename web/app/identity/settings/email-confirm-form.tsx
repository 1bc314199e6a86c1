import { useState } from 'react'
import type { FormEvent } from 'react'
import type { AccountView } from '@kura/contract/identity/member'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { GuardedButton } from '../captcha/guarded-button.tsx'
import { links } from '../../platform/links.ts'
import { CodeField } from '../member/code-field.tsx'
import { useFormCall } from '../member/use-form-call.ts'
import { LinkButton } from '../../ui/button.tsx'
import { FieldError, PasswordField } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import type { EmailKind } from './email-form.tsx'
import '../../words/identity-words.ts'

type EmailConfirmFormProps = {
  kind: EmailKind
  proof: { email: string } | { token: string }
  me: AccountView
  onConfirmed: (next: AccountView) => Promise<void>
}

/** Confirms the new address by the mailed code or link; with a first address may come a first password. */
export function EmailConfirmForm({ kind, proof, me, onConfirmed }: EmailConfirmFormProps) {
  const { t } = useWords()
  const isByCode = 'email' in proof
  const [isOver, setIsOver] = useState(false)
  const { isBusy, errors, setErrors, send } = useFormCall(['code', 'password'], {
    INVALID_PASSWORD_FORMAT: { field: 'password' },
    ...(isByCode ? { TOKEN_NOTFOUND: { field: 'code' }, TOKEN_EXPIRED: { field: 'code' } } : {}),
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const code = String(form.get('code') ?? '').trim()
    const password = String(form.get('password') ?? '')
    if (isByCode && code === '') return setErrors({ code: t('signup.code-missing') })
    const proven = isByCode ? { code } : { token: proof.token }
    const result =
      kind === 'add'
        ? await send('emailAddComplete', { body: { ...proven, ...(password === '' ? {} : { password }) } })
        : await send('emailChangeComplete', { body: proven })
    if (!result) return
    if (result.ok) await onConfirmed(result.data)
    else if (!isByCode) setIsOver(['TOKEN_NOTFOUND', 'TOKEN_EXPIRED'].includes(result.body.errorCode))
  }
  if (isOver)
    return (
      <EmptyState icon="clock" title={t('email.link-over')} text={t(`email.${kind}-lead`)}>
        <LinkButton to={links.email}>{t('email.again')}</LinkButton>
      </EmptyState>
    )
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      {isByCode && <CodeField email={proof.email} error={errors.code} />}
      {kind === 'add' && !me.hasPassword && (
        <PasswordField
          label={t('email.first-password')}
          name="password"
          autoComplete="new-password"
          hint={t('email.first-password-hint')}
          error={errors.password}
        />
      )}
      <BotWidget />
      <FieldError error={errors.form} />
      <div>
        <GuardedButton type="submit" size="lg" isBusy={isBusy}>
          {t('email.confirm')}
        </GuardedButton>
      </div>
    </form>
  )
}
