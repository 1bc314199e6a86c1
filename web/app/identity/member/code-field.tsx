import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

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
