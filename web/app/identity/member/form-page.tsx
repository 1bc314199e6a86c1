import type { ReactNode, FormEvent } from 'react'
import { Link } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'
import { TextField, FieldError } from '../../ui/field.tsx'
import { looksLikeEmail } from '../../platform/format.ts'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import type { WordKey } from '../../words/word-key.ts'
import { useFormCall } from './form-call.ts'

/** A narrow page with one form: heading, a sentence, the form on a card. */
export function FormPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="page grid justify-items-center pt-8 md:pt-16">
      <div className="grid w-full max-w-[440px] gap-6">
        <div className="grid gap-2">
          <h1 className="text-24">{title}</h1>
          {lead != null && <div className="text-14">{lead}</div>}
        </div>
        {children}
      </div>
    </div>
  )
}

/** The card of a form. */
export function FormCard({ children }: { children: ReactNode }) {
  return <div className="rounded-card border border-line bg-surface p-5 sm:p-6">{children}</div>
}

/** The link back to the login screen. */
export function BackToLogin({ target }: { target: string }) {
  const { t } = useWords()
  return (
    <p className="text-center text-14">
      <Link
        to={withRedirect(links.login, target)}
        className="inline-flex min-h-11 items-center font-semibold text-indigo-text underline"
      >
        {t('login.back')}
      </Link>
    </p>
  )
}

type EmailFieldProps = {
  label?: string
  /** `username` where a password manager should fill it in, `email` elsewhere. */
  autoComplete: 'username' | 'email'
  error: string | undefined
}

/** The field of an e-mail address, with the keyboard for one. */
export function EmailField({ label, autoComplete, error }: EmailFieldProps) {
  const { t } = useWords()
  return (
    <TextField
      label={label ?? t('member.email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      error={error}
    />
  )
}

/**
 * The field of a mailed code. A hidden `email` makes a password manager store it with the password.
 */
export function CodeField({ email, error }: { email: string; error: string | undefined }) {
  const { t } = useWords()
  return (
    <>
      <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <TextField
        label={t('signup.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        hint={t('signup.code-hint')}
        error={error}
        isRequired
      />
    </>
  )
}

type AddressFormProps = {
  /** The call that mails to the address. */
  name: 'emailSignUp' | 'passwordResetPrepare' | 'onetimeTokenPrepare'
  redirect: string
  submit: WordKey
  onSent: (email: string, requestId?: string) => void
}

/** Asks for an e-mail address and has a mail sent to it. */
export function AddressForm({ name, redirect, submit, onSent }: AddressFormProps) {
  const { t, language } = useWords()
  const { isBusy, errors, setErrors, send } = useFormCall(['email'], { INVALID_EMAIL_FORMAT: { field: 'email' } })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (!looksLikeEmail(email)) return setErrors({ email: t('error.INVALID_EMAIL_FORMAT') })
    const result = await send(name, { body: { email, locale: language, redirect } })
    if (result?.ok) onSent(email, 'requestId' in result.data ? result.data.requestId : undefined)
  }
  return (
    // submitted by script only: without it, nothing of the form may end up in an address
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      <EmailField autoComplete="username" error={errors.email} />
      <BotWidget />
      <FieldError error={errors.form} />
      <GuardedButton type="submit" size="lg" isWide isBusy={isBusy}>
        {t(submit)}
      </GuardedButton>
    </form>
  )
}
