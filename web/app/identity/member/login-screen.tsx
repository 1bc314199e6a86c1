import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import { links, withRedirect } from '../../platform/links.ts'
import { session } from '../../platform/session.ts'
import { chosenLanguage } from '../../platform/preferences.ts'
import { looksLikeEmail } from '../../platform/format.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox, FieldError, PasswordField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { EmailField, FormCard, FormPage } from './form-page.tsx'
import { useFormCall } from './form-call.ts'
import { redirectSearch, useLeaveWhenMember, useRedirectTarget } from './use-redirect-target.ts'
import '../../words/identity-words.ts'

export const handle = { search: redirectSearch }

// few sign in this way, and it loads the whole wallet code
const WalletSignIn = lazy(() => import('./wallet-sign-in.tsx').then((module) => ({ default: module.WalletSignIn })))

export default function LoginScreen() {
  const { t } = useWords()
  const target = useRedirectTarget()
  const [isPersistent, setIsPersistent] = useState(true)
  const [isByWallet, setIsByWallet] = useState(false)
  useLeaveWhenMember(target)
  return (
    <FormPage title={t('login.title')} lead={target === '/' ? undefined : t('login.to-go-on')}>
      <PageHead title={t('login.title')} isHidden />
      <FormCard>
        <LoginForm
          target={target}
          isPersistent={isPersistent}
          onPersistentChange={setIsPersistent}
          // one visible bot check at a time: it appears in the form in use
          hasWidget={!isByWallet}
        />
      </FormCard>
      <div className="grid gap-3">
        <p className="flex items-center gap-3 text-12 text-sub-text before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          {t('login.or')}
        </p>
        <LinkButton to={withRedirect(links.mailLink, target)} look="secondary" size="lg" isWide>
          <Icon name="link" />
          {t('login.by-link')}
        </LinkButton>
        {isByWallet ? (
          <Suspense fallback={<Skeleton className="h-48 w-full" />}>
            <WalletSignIn isPersistent={isPersistent} />
          </Suspense>
        ) : (
          <Button look="secondary" size="lg" isWide onClick={() => setIsByWallet(true)}>
            <Icon name="vault" />
            {t('login.by-wallet')}
          </Button>
        )}
      </div>
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

type LoginFormProps = {
  target: string
  isPersistent: boolean
  onPersistentChange: (isPersistent: boolean) => void
  hasWidget: boolean
}

function LoginForm({ target, isPersistent, onPersistentChange, hasWidget }: LoginFormProps) {
  const { t } = useWords()
  const { isBusy, errors, setErrors, send } = useFormCall(['email', 'password'], {
    AUTHENTICATION_FAILED: { field: 'password' },
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { email: String(form.get('email')).trim(), password: String(form.get('password')) }
    if (!looksLikeEmail(body.email)) return setErrors({ email: t('error.INVALID_EMAIL_FORMAT') })
    if (body.password === '') return setErrors({ password: t('login.password-missing') })
    const result = await send('emailSignIn', { body: { ...body, locale: chosenLanguage(document.cookie) } })
    // the page leaves once there is a session
    if (result?.ok) session.attach(result.data, { isPersistent })
  }
  return (
    // submitted by script only: without it, nothing of the form may end up in an address
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      <EmailField autoComplete="username" error={errors.email} />
      <div className="grid gap-1">
        <PasswordField
          label={t('member.password')}
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <Link
          to={withRedirect(links.passwordReset, target)}
          className="inline-flex min-h-11 items-center justify-self-start text-14 font-medium text-indigo-text underline"
        >
          {t('login.forgot')}
        </Link>
      </div>
      <div className="grid">
        <Checkbox
          name="keep"
          label={t('login.keep')}
          checked={isPersistent}
          onChange={(event) => onPersistentChange(event.target.checked)}
        />
        {!isPersistent && <p className="text-12 text-sub-text">{t('login.keep-hint')}</p>}
      </div>
      {hasWidget && <BotWidget />}
      <FieldError error={errors.form} />
      <GuardedButton type="submit" size="lg" isWide isBusy={isBusy}>
        {t('login.submit')}
      </GuardedButton>
    </form>
  )
}
