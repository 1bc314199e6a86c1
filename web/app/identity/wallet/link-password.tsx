import { useState } from 'react'
import type { FormEvent } from 'react'
import { GuardedButton } from '../captcha/guarded-button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

type LinkPasswordProps = {
  /** The last one was wrong. */
  isAgain: boolean
  onAnswer: (password: string) => void
}

/** Asks for the password before a first wallet is linked in a session that was not begun just now. */
export function LinkPassword({ isAgain, onAnswer }: LinkPasswordProps) {
  const { t } = useWords()
  const [isMissing, setIsMissing] = useState(false)
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setIsMissing(password === '')
    if (password !== '') onAnswer(password)
  }
  const wrong = isAgain ? t('password.wrong') : undefined
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={handleSubmit}>
      <p className="text-14">{t('wallet.link.password')}</p>
      <PasswordField
        label={t('password.current')}
        name="password"
        autoComplete="current-password"
        autoFocus
        error={isMissing ? t('password.missing') : wrong}
      />
      <GuardedButton type="submit" size="lg" isWide>
        {t('wallet.link.password-go')}
      </GuardedButton>
    </form>
  )
}
