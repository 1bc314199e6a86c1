import { useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useSite } from '../use-site.ts'
import { useWords } from '../words/use-words.ts'
import { faultsOf, formatExpiry } from './card-fields.ts'
import type { CardFault, CardField, CardFields } from './card-fields.ts'
import { brandOf, digitsOf, formatCardNumber } from './card-number.ts'
import '../words/order-words.ts'

type CardFormProps = {
  card: CardFields
  onChange: (card: CardFields) => void
  /** What the gateway refused, to be shown at its field until it is changed. */
  refused: CardField | undefined
  onDone: () => void
}

/** The card: number, expiry, code, holder. Nothing of it is a form field with a name, so nothing of it can be posted by accident. */
export function CardForm({ card, onChange, refused, onDone }: CardFormProps) {
  const { t } = useWords()
  const site = useSite()
  const [shown, setShown] = useState<Partial<Record<CardField, CardFault>>>(
    refused ? { [refused]: ofRefused[refused] } : {},
  )
  const change = (field: CardField, value: string): void => {
    onChange({ ...card, [field]: value })
    setShown((before) => ({ ...before, [field]: undefined }))
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const faults = faultsOf(card, new Date())
    setShown(faults)
    const [first] = Object.keys(faults)
    if (first === undefined) onDone()
    else event.currentTarget.querySelector<HTMLInputElement>(`[data-card="${first}"] input`)?.focus()
  }
  const errorAt = (field: CardField): string | undefined => shown[field] && t(`card.fault.${shown[field]}`)
  const brand = brandOf(digitsOf(card.number))
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={handleSubmit} aria-label={t('checkout.card.title')}>
      <p className="text-14">{t('checkout.card.lead', { name: site.name })}</p>
      <div data-card="number">
        <TextField
          label={t('card.number')}
          value={card.number}
          onChange={(event) => change('number', formatCardNumber(event.target.value))}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 5678 9012 3456"
          hint={brand?.name}
          error={errorAt('number')}
          isRequired
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <div data-card="expiry">
          <TextField
            label={t('card.expiry')}
            value={card.expiry}
            onChange={(event) => change('expiry', formatExpiry(event.target.value, card.expiry))}
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            hint={t('card.expiry-hint')}
            error={errorAt('expiry')}
            isRequired
          />
        </div>
        <div data-card="code">
          <TextField
            label={t('card.code')}
            value={card.code}
            onChange={(event) => change('code', digitsOf(event.target.value).slice(0, 4))}
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder={'0'.repeat(brand?.codeLength ?? 3)}
            hint={t('card.code-hint')}
            error={errorAt('code')}
            isRequired
          />
        </div>
      </div>
      <div data-card="holder">
        <TextField
          label={t('card.holder')}
          value={card.holder}
          onChange={(event) => change('holder', event.target.value)}
          autoComplete="cc-name"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={50}
          placeholder="HANAKO SATO"
          hint={t('card.holder-hint')}
          error={errorAt('holder')}
          isRequired
        />
      </div>
      <div className="grid gap-2">
        <Button type="submit" size="lg" isWide>
          {t('checkout.to-confirm')}
        </Button>
        <p className="text-center text-12 text-sub-text">{t('checkout.to-confirm-note')}</p>
      </div>
    </form>
  )
}

const ofRefused: Record<CardField, CardFault> = { number: 'number', expiry: 'expiry', code: 'code', holder: 'holder' }
