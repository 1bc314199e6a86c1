import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { formatBirthday } from './birthday.ts'
import '../../words/checkout-words.ts'

type BirthdayPartProps = { value: string; onChange: (value: string) => void; error: string | undefined }

/** The date of birth, asked once before the first purchase that is charged. */
export function BirthdayPart({ value, onChange, error }: BirthdayPartProps) {
  const { t } = useWords()
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <div className="grid gap-1">
        <h3 className="text-18">{t('checkout.birthday.title')}</h3>
        <p className="text-14">{t('checkout.birthday.text')}</p>
      </div>
      <div data-field="birthday" className="max-w-72">
        <TextField
          label={t('checkout.birthday.label')}
          value={value}
          onChange={(event) => onChange(formatBirthday(event.target.value, value))}
          inputMode="numeric"
          autoComplete="bday"
          placeholder="YYYY / MM / DD"
          hint={t('checkout.birthday.hint')}
          error={error}
          isRequired
        />
      </div>
    </section>
  )
}
