import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { links, withRedirect } from '../links.ts'
import { session } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, PasswordField, TextField } from '../ui/field.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useWords } from '../words/use-words.ts'
import { failureAt } from './failure-at.ts'
import type { FormFailure } from './failure-at.ts'
import { looksLikeEmail } from './looks-like-email.ts'
import { FormCard, FormPage } from './form-page.tsx'
import { useLeaveWhenMember, useRedirectTarget } from './use-redirect-target.ts'

export default function LoginScreen() {
  const { t } = useWords()
  const target = useRedirectTarget()
  useLeaveWhenMember(target)
  return (
    <FormPage title={t('login.title')} lead={target === '/' ? undefined : t('login.to-go-on')}>
      <PageHead title={t('login.title')} isHidden />
      <FormCard>
        <LoginForm />
      </FormCard>
      <p className="text-center text-14">
        {t('login.no-account')}{' '}
        <Link
          to={withRedirect(links.signup, target)}
          className="inline-flex min-h-11 items-center font-semibold text-indigo-text underline"
        >
          {t('login.to-signup')}
        </Link>
      </p>
    </FormPage>
  )
}

type Field = 'email' | 'password'
type Failure = FormFailure<Field> | { field: 'password'; code: 'missing' }

function LoginForm() {
  const { t } = useWords()
  const guardedCall = useGuardedCall()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const body = { email: String(form.get('email')).trim(), password: String(form.get('password')) }
    if (!looksLikeEmail(body.email)) return setFailure({ field: 'email', code: 'INVALID_EMAIL_FORMAT' })
    if (body.password === '') return setFailure({ field: 'password', code: 'missing' })
    setIsBusy(true)
    setFailure(undefined)
    const result = await guardedCall('emailSignIn', { body })
    setIsBusy(false)
    // the page leaves by itself once there is a session
    if (result.ok) return void session.attach(result.data)
    return setFailure(failureAt(result.body, ['email', 'password'], { AUTHENTICATION_FAILED: 'password' }))
  }
  const errorAt = (field: Field | undefined): string | undefined =>
    failure && failure.field === field
      ? t(failure.code === 'missing' ? 'login.password-missing' : `error.${failure.code}`)
      : undefined
  return (
    // posted by script only: without it nothing of the form may end in an address
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        label={t('member.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={errorAt('email')}
      />
      <PasswordField
        label={t('member.password')}
        name="password"
        autoComplete="current-password"
        error={errorAt('password')}
      />
      <BotWidget />
      <FieldError error={errorAt(undefined)} />
      <Button type="submit" size="lg" isWide isBusy={isBusy}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
