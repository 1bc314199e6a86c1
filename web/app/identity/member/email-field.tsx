import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

type EmailFieldProps = {
  label?: string
  /** `username` where a password manager shall fill it in, `email` elsewhere. */
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

/** The field of a mailed code. `email` goes along unseen, so that a password manager keeps it with the password. */
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
