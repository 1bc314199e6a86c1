import { useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import { links } from '../../platform/links.ts'
import { useFormCall } from '../member/form-call.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { LinkButton } from '../../ui/button.tsx'
import { FieldError, PasswordField } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { SettingsCard, SettingsPage } from './settings-page.tsx'
import '../../words/identity-words.ts'

export const handle = { title: 'password.title' } satisfies PageHandle

export default function PasswordScreen() {
  const { t } = useWords()
  return (
    <SettingsPage title={t('password.title')}>
      {(me) => (
        <SettingsCard>
          {me.hasPassword ? (
            <ChangeForm email={me.email} />
          ) : me.email === '' ? (
            <NeedsEmail />
          ) : (
            <FirstPassword email={me.email} />
          )}
        </SettingsCard>
      )}
    </SettingsPage>
  )
}

function ChangeForm({ email }: { email: string }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { isBusy, errors, setErrors, send } = useFormCall(['currentPassword', 'password'], {
    AUTHENTICATION_FAILED: { field: 'currentPassword', word: 'password.wrong' },
    INVALID_PASSWORD_FORMAT: { field: 'password' },
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const currentPassword = String(form.get('currentPassword'))
    if (currentPassword === '') return setErrors({ currentPassword: t('password.missing') })
    const body = { currentPassword, password: String(form.get('password')) }
    const result = await send('passwordChange', { body })
    if (!result?.ok) return
    toasts.show({ status: 'success', title: t('reset.done'), description: t('reset.done-text') })
    await navigate(links.account)
  }
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      <p className="text-14">{t('password.lead')}</p>
      {/* so that a password manager changes the right entry */}
      <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        label={t('password.current')}
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
      <PasswordField
        label={t('reset.new-password')}
        name="password"
        autoComplete="new-password"
        hint={t('signup.password-hint')}
        error={errors.password}
      />
      <BotWidget />
      <FieldError error={errors.form} />
      <div>
        <GuardedButton type="submit" size="lg" isBusy={isBusy}>
          {t('password.submit')}
        </GuardedButton>
      </div>
    </form>
  )
}

function NeedsEmail() {
  const { t } = useWords()
  return (
    <>
      <p className="text-14">{t('password.needs-email')}</p>
      <div>
        <LinkButton to={links.email}>{t('email.add')}</LinkButton>
      </div>
    </>
  )
}

function FirstPassword({ email }: { email: string }) {
  const { t, language } = useWords()
  const [isSent, setIsSent] = useState(false)
  const { isBusy, errors, send } = useFormCall([])
  const handleSend = async (): Promise<void> => {
    const body = { email, locale: language, redirect: links.account }
    setIsSent((await send('passwordResetPrepare', { body }))?.ok ?? false)
  }
  return (
    <>
      <p className="text-14">{t('password.none')}</p>
      <BotWidget />
      <FieldError error={errors.form} />
      <p role="status" className="text-14 text-success-text empty:hidden">
        {isSent && t('password.sent', { email })}
      </p>
      <div>
        <GuardedButton isBusy={isBusy} disabled={isSent} onClick={() => void handleSend()}>
          {t('password.send')}
        </GuardedButton>
      </div>
    </>
  )
}
