import { limits } from '@kura/contract/limits'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { formatExpiry } from './card-fields.ts'
import type { CardField } from './card-fields.ts'
import { brandOf, digitsOf, formatCardNumber } from './card-number.ts'
import { mostCardName } from './payment-choice.ts'
import type { ChoiceFaults, PaymentChoice } from './payment-choice.ts'
import '../../words/checkout-words.ts'

type NewCardPartProps = {
  choice: PaymentChoice
  onChange: (choice: PaymentChoice) => void
  faults: ChoiceFaults
  /** Whether the member may store one more card. */
  canStore: boolean
}

/** A new card: number, expiry, code, holder. Nothing of it is a form field with a name, so nothing of it can be posted by accident. */
export function NewCardPart({ choice, onChange, faults, canStore }: NewCardPartProps) {
  const { t } = useWords()
  const site = useSite()
  const { card, saveAs } = choice
  const change = (field: CardField, value: string): void => onChange({ ...choice, card: { ...card, [field]: value } })
  const errorAt = (field: CardField | 'save-as'): string | undefined =>
    faults[field] && t(`card.fault.${faults[field]}`)
  const brand = brandOf(digitsOf(card.number))
  return (
    <div className="grid gap-5">
      <p className="text-14">{t('checkout.card.lead', { name: site.name })}</p>
      <div data-field="number">
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
      <div className="grid grid-cols-[2fr_3fr] items-start gap-4">
        <div data-field="expiry">
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
        <div data-field="code">
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
      <div data-field="holder">
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
      {canStore ? (
        <div className="grid gap-3">
          <Checkbox
            label={t('checkout.save.title')}
            checked={saveAs !== undefined}
            onChange={(event) =>
              onChange({ ...choice, saveAs: event.target.checked ? t('checkout.save.default') : undefined })
            }
          />
          {saveAs !== undefined && (
            <div data-field="save-as">
              <TextField
                label={t('checkout.save.name')}
                value={saveAs}
                onChange={(event) => onChange({ ...choice, saveAs: event.target.value })}
                maxLength={mostCardName}
                autoComplete="off"
                hint={t('checkout.save.text')}
                error={errorAt('save-as')}
                isRequired
              />
            </div>
          )}
        </div>
      ) : (
        <p className="text-12 text-main">{t('checkout.save.full', { most: limits.cardsMost })}</p>
      )}
    </div>
  )
}
