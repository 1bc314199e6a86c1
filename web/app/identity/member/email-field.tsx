import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'

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
