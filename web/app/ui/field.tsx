import { useId, useState } from 'react'
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useWords } from '../words/use-words.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

const box = (hasError: boolean): string =>
  classes(
    'w-full min-h-11 rounded-field border bg-surface px-3 py-2 text-16 leading-label text-ink transition-colors placeholder:text-sub-text',
    'disabled:bg-ground disabled:text-sub-text',
    hasError ? 'border-attention-text' : 'border-line-strong hover:border-ink',
  )

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
type Labels = {
  label: string
  hint?: ReactNode | undefined
  /** What is wrong with the value, in the member's words. */
  error?: string | undefined
  isRequired?: boolean
}

/** A label, a control, a hint and a slot for its error, wired for screen readers. */
export function Field({
  label,
  hint,
  error,
  isRequired,
  children,
}: Labels & { children: (wiring: Wiring) => ReactNode }) {
  const { t } = useWords()
  const id = useId()
  const describedBy = classes(hint != null && `${id}-hint`, error !== undefined && `${id}-error`)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex items-center gap-2 text-14 leading-label font-medium text-ink">
        {label}
        {isRequired && <span className="text-12 font-normal text-attention-text">{t('field.required')}</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error !== undefined || undefined })}
      {hint != null && (
        <p id={`${id}-hint`} className="text-12 text-sub-text">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** The error of a field or a form; always in the page, so that a change is announced. */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  return (
    <p
      id={id}
      role="alert"
      className={classes('text-14 text-attention-text empty:hidden', error !== undefined && 'flex gap-1.5')}
    >
      {error !== undefined && (
        <>
          <Icon name="warning" className="mt-0.5 size-5" />
          <span>{error}</span>
        </>
      )}
    </p>
  )
}

type Plain<T> = Omit<T, 'className' | 'style' | 'id' | 'required'>

/** A line of text. */
export function TextField({
  label,
  hint,
  error,
  isRequired,
  ...rest
}: Labels & Plain<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field {...{ label, hint, error }} isRequired={isRequired ?? false}>
      {(wiring) => <input {...rest} {...wiring} required={isRequired} className={box(error !== undefined)} />}
    </Field>
  )
}

/** A password with a switch that shows it. */
export function PasswordField({
  label,
  hint,
  error,
  isRequired,
  ...rest
}: Labels & Plain<InputHTMLAttributes<HTMLInputElement>>) {
  const { t } = useWords()
  const [isShown, setIsShown] = useState(false)
  return (
    <Field {...{ label, hint, error }} isRequired={isRequired ?? false}>
      {(wiring) => (
        <span className="relative block">
          <input
            {...rest}
            {...wiring}
            required={isRequired}
            type={isShown ? 'text' : 'password'}
            className={classes(box(error !== undefined), 'pr-12')}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={t(isShown ? 'field.hide-password' : 'field.show-password')}
            onClick={() => setIsShown(!isShown)}
            className={classes(
              'absolute inset-y-0 right-0 flex w-11 items-center justify-center',
              isShown ? 'text-indigo-text' : 'text-sub-text',
            )}
          >
            <Icon name="eye" />
          </button>
        </span>
      )}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  isRequired,
  ...rest
}: Labels & Plain<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field {...{ label, hint, error }} isRequired={isRequired ?? false}>
      {(wiring) => (
        <textarea
          rows={5}
          {...rest}
          {...wiring}
          required={isRequired}
          className={classes(box(error !== undefined), 'leading-prose')}
        />
      )}
    </Field>
  )
}

type Choice = { value: string; label: string }

/** One of several choices, by the device's own control. */
export function SelectField({
  label,
  hint,
  error,
  isRequired,
  choices,
  ...rest
}: Labels & { choices: readonly Choice[] } & Plain<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <Field {...{ label, hint, error }} isRequired={isRequired ?? false}>
      {(wiring) => <Select {...rest} {...wiring} choices={choices} hasError={error !== undefined} />}
    </Field>
  )
}

/** The bare select, for places that bring their own label. */
export function Select({
  choices,
  hasError = false,
  ...rest
}: { choices: readonly Choice[]; hasError?: boolean } & Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'className' | 'style'
>) {
  return (
    <span className="relative block">
      <select {...rest} className={classes(box(hasError), 'appearance-none pr-10')}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        name="down"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-sub-text"
      />
    </span>
  )
}

/** A box to tick; its label may hold links. */
export function Checkbox({
  label,
  error,
  ...rest
}: { label: ReactNode; error?: string | undefined } & Plain<InputHTMLAttributes<HTMLInputElement>> & {
    required?: boolean
  }) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-14 text-ink">
        <input
          {...rest}
          type="checkbox"
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          className="size-5 shrink-0 accent-indigo"
        />
        <span>{label}</span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
