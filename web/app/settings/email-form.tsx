import type { FormEvent } from 'react'
import type { AccountView } from '@kura/contract/member'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { EmailField } from '../member/email-field.tsx'
import { looksLikeEmail } from '../member/looks-like-email.ts'
import { useFormCall } from '../member/use-form-call.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, PasswordField } from '../ui/field.tsx'
import { Fact, Facts } from '../ui/section.tsx'
import { useWords } from '../words/use-words.ts'

export type EmailKind = 'add' | 'change'
type EmailFormProps = { kind: EmailKind; me: AccountView; onSent: (email: string) => void }

/** Asks for the new address, and for the password where there is one and an address is replaced. */
export function EmailForm({ kind, me, onSent }: EmailFormProps) {
  const { t, language } = useWords()
  const needsPassword = kind === 'change' && me.hasPassword
  const { isBusy, errors, setErrors, send } = useFormCall(['email', 'password'], {
    INVALID_EMAIL_FORMAT: { field: 'email' },
    EMAIL_IS_SAME: { field: 'email' },
    EMAIL_EXISTS_IN_AUTH: { field: 'email' },
    AUTHENTICATION_FAILED: { field: 'password', word: 'password.wrong' },
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email')).trim()
    const password = String(form.get('password') ?? '')
    if (!looksLikeEmail(email)) return setErrors({ email: t('error.INVALID_EMAIL_FORMAT') })
    if (needsPassword && password === '') return setErrors({ password: t('password.missing') })
    const wish = { email, locale: language }
    const result =
      kind === 'add'
        ? await send('emailAdd', { body: wish })
        : await send('emailChange', { body: { ...wish, ...(needsPassword ? { password } : {}) } })
    if (result?.ok) onSent(email)
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
      {needsPassword && (
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
        <Button type="submit" size="lg" isBusy={isBusy}>
          {t('email.submit')}
        </Button>
      </div>
    </form>
  )
}
