import { useEffect, useRef } from 'react'
import type { FormEvent } from 'react'
import { BotWidget } from '../../identity/captcha/bot-widget.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/give-words.ts'

type FormProps = {
  code: string
  error: string | undefined
  isBusy: boolean
  onChange: (code: string) => void
  onSubmit: () => void
}

/** The field for a passcode. What is wrong with one is told here, and the field takes the focus for another try. */
export function PasscodeForm({ code, error, isBusy, onChange, onSubmit }: FormProps) {
  const { t } = useWords()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector('input')?.focus()
  }, [error])
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <TextField
        label={t('passcode.label')}
        name="passcode"
        value={code}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        hint={t('passcode.hint')}
        error={error}
        isRequired
      />
      <BotWidget />
      <Button type="submit" size="lg" isWide isBusy={isBusy}>
        {t('passcode.check')}
      </Button>
    </form>
  )
}
