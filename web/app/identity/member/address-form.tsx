import type { FormEvent } from 'react'
import { looksLikeEmail } from '../../platform/format.ts'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { EmailField } from './email-field.tsx'
import { useFormCall } from './use-form-call.ts'

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
    // posted by script only: without it nothing of the form may end in an address
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
