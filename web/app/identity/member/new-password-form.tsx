import type { FormEvent } from 'react'
import { chosenLanguage } from '../../platform/preferences.ts'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import { authCodes } from '../session/auth-code-store.ts'
import { session } from '../../platform/session.ts'
import { FieldError, PasswordField } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { CodeField } from './email-field.tsx'
import { useFormCall } from './use-form-call.ts'
import { useMakeRoom } from './use-make-room.ts'
import '../../words/identity-words.ts'

type NewPasswordFormProps = {
  /** How the address is proven: by the code mailed to it, or by the token of the link. */
  proof: { email: string; requestId?: string | undefined } | { token: string }
  onLinkOver?: () => void
  onDone: () => void
}

/** Sets a new password by a mailed proof, and signs in. */
export function NewPasswordForm({ proof, onLinkOver, onDone }: NewPasswordFormProps) {
  const { t } = useWords()
  const isByCode = 'email' in proof
  const { isBusy, errors, setErrors, send } = useFormCall(['code', 'password'], {
    INVALID_PASSWORD_FORMAT: { field: 'password' },
    ...(isByCode ? { TOKEN_NOTFOUND: { field: 'code' }, TOKEN_EXPIRED: { field: 'code' } } : {}),
  })
  // the code was asked for by whoever is signed in: as a guest they shall find its form again
  const makeRoom = useMakeRoom(() => authCodes.handToGuest('password-reset'))
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const code = String(form.get('code') ?? '').trim()
    if (isByCode && code === '') return setErrors({ code: t('signup.code-missing') })
    if (!(await makeRoom())) return
    const proven = isByCode ? { email: proof.email, code, requestId: proof.requestId } : { token: proof.token }
    const body = { ...proven, password: String(form.get('password')), locale: chosenLanguage(document.cookie) }
    const result = await send('passwordReset', { body })
    if (!result) return
    if (result.ok) {
      toasts.show({ status: 'success', title: t('reset.done'), description: t('reset.done-text') })
      session.attach(result.data)
      onDone()
    } else if (!isByCode && ['TOKEN_NOTFOUND', 'TOKEN_EXPIRED'].includes(result.body.errorCode)) onLinkOver?.()
  }
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      {isByCode && <CodeField email={proof.email} error={errors.code} />}
      <PasswordField
        label={t('reset.new-password')}
        name="password"
        autoComplete="new-password"
        hint={t('signup.password-hint')}
        error={errors.password}
        isRequired
      />
      <BotWidget />
      <FieldError error={errors.form} />
      <GuardedButton type="submit" size="lg" isWide isBusy={isBusy}>
        {t('reset.complete')}
      </GuardedButton>
    </form>
  )
}
