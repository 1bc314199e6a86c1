import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { links, withRedirect } from '../links.ts'
import { useIsHydrated } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, TextField } from '../ui/field.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useWords } from '../words/use-words.ts'
import { CompleteForm } from './complete-form.tsx'
import { failureAt } from './failure-at.ts'
import type { FormFailure } from './failure-at.ts'
import { FormCard, FormPage } from './form-page.tsx'
import { looksLikeEmail } from './looks-like-email.ts'
import { MailSent } from './mail-sent.tsx'
import { afterSignUp } from './after-sign-up.ts'
import { useLeaveWhenMember, useRedirectTarget } from './use-redirect-target.ts'

/** Kept by the browser with the page, so that a reload after reading the mail does not start again. */
type SentState = { sentTo?: string } | null

export default function SignupScreen() {
  const { t } = useWords()
  const target = useRedirectTarget()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  useLeaveWhenMember(afterSignUp(target))
  // the server knows nothing of the state of a history entry
  const isHydrated = useIsHydrated()
  const sentTo = isHydrated ? (state as SentState)?.sentTo : undefined
  const showCode = (email: string): void => {
    void navigate({ search }, { state: { sentTo: email } satisfies SentState })
  }
  return (
    <>
      <PageHead title={t('signup.title')} isHidden />
      {sentTo === undefined ? (
        <FormPage title={t('signup.title')} lead={t('signup.lead')}>
          <FormCard>
            <AddressForm redirect={target} onSent={showCode} />
          </FormCard>
          <p className="text-center text-14">
            {t('signup.has-account')}{' '}
            <Link
              to={withRedirect(links.login, target)}
              className="inline-flex min-h-11 items-center font-semibold text-indigo-text underline"
            >
              {t('signup.to-login')}
            </Link>
          </p>
        </FormPage>
      ) : (
        <FormPage title={t('signup.sent.title')} lead={<MailSent email={sentTo} redirect={target} />}>
          <FormCard>
            <CompleteForm proof={{ email: sentTo }} />
          </FormCard>
        </FormPage>
      )}
    </>
  )
}

function AddressForm({ redirect, onSent }: { redirect: string; onSent: (email: string) => void }) {
  const { t, language } = useWords()
  const guardedCall = useGuardedCall()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure<'email'>>()
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (!looksLikeEmail(email)) return setFailure({ field: 'email', code: 'INVALID_EMAIL_FORMAT' })
    setIsBusy(true)
    setFailure(undefined)
    const result = await guardedCall('emailSignUp', { body: { email, locale: language, redirect } })
    setIsBusy(false)
    if (result.ok) return onSent(email)
    return setFailure(failureAt(result.body, ['email'], { INVALID_EMAIL_FORMAT: 'email' }))
  }
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        label={t('member.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={failure?.field === 'email' ? t(`error.${failure.code}`) : undefined}
      />
      <BotWidget />
      <FieldError error={failure && failure.field === undefined ? t(`error.${failure.code}`) : undefined} />
      <Button type="submit" size="lg" isWide isBusy={isBusy}>
        {t('signup.submit')}
      </Button>
    </form>
  )
}
