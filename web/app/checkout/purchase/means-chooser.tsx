import { limits } from '@kura/contract/limits'
import type { StoredCard } from '@kura/contract/money/card'
import { describeCard, expiryOf } from '../../money/card/describe-card.ts'
import { Badge } from '../../ui/chips.tsx'
import { FieldError, TextField, Checkbox } from '../../ui/field.tsx'
import { languageOf, useWords } from '../../words/use-words.ts'
import { digitsOf, formatExpiry, brandOf, formatCardNumber } from './card-fields.ts'
import type { CardField } from './card-fields.ts'
import { MeansOption } from '../../ui/means-option.tsx'
import { mostCardName } from './payment-choice.ts'
import type { ChoiceFaults, PaymentChoice } from './payment-choice.ts'
import { useSite } from '../../platform/use-site.ts'
import '../../words/checkout-words.ts'
import '../../words/point-words.ts'

type MeansChooserProps = {
  choice: PaymentChoice
  onChange: (choice: PaymentChoice) => void
  stored: readonly StoredCard[]
  faults: ChoiceFaults
  /** Whether the card company's own page is available. */
  hasCardPage: boolean
}

/** The methods that charge the rest: each stored card, a new card, or the deferred payment. */
export function MeansChooser({ choice, onChange, stored, faults, hasCardPage }: MeansChooserProps) {
  const { t } = useWords()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-18 font-semibold text-ink">{t('checkout.means.title')}</legend>
      {stored.map((card) => (
        <StoredCardOption key={card.cardSeq} card={card} choice={choice} onChange={onChange} faults={faults} />
      ))}
      <MeansOption
        value="new-card"
        title={t('checkout.means.new-card')}
        text={t('checkout.means.new-card-text')}
        isChosen={choice.means === 'new-card'}
        onChoose={() => onChange({ ...choice, means: 'new-card' })}
      >
        <NewCardPart choice={choice} onChange={onChange} faults={faults} canStore={stored.length < limits.cardsMost} />
      </MeansOption>
      {hasCardPage && (
        <MeansOption
          value="card-page"
          title={t('checkout.means.card-page')}
          text={t('checkout.means.card-page-text')}
          isChosen={choice.means === 'card-page'}
          onChoose={() => onChange({ ...choice, means: 'card-page' })}
        >
          <p className="text-14">{t('checkout.card-page.lead')}</p>
        </MeansOption>
      )}
      <MeansOption
        value="paidy"
        title={t('checkout.means.paidy')}
        text={t('checkout.means.paidy-text')}
        isChosen={choice.means === 'paidy'}
        onChoose={() => onChange({ ...choice, means: 'paidy' })}
      >
        <p className="text-14">{t('checkout.paidy.lead')}</p>
      </MeansOption>
      <FieldError error={faults.means && t(`checkout.means.${faults.means === 'expired' ? 'expired' : 'missing'}`)} />
    </fieldset>
  )
}

type StoredCardOptionProps = Omit<MeansChooserProps, 'stored' | 'hasCardPage'> & { card: StoredCard }

function StoredCardOption({ card, choice, onChange, faults }: StoredCardOptionProps) {
  const { t } = useWords()
  const description = describeCard(card, t)
  const expiry = expiryOf(card.expires)
  const details = [card.cardName && description, expiry && t('stored-card.expires', expiry)].filter(Boolean)
  const codeFault = faults['security-code']
  return (
    <MeansOption
      value={card.cardSeq}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <span lang={languageOf(card.cardName)}>{card.cardName || description}</span>
          {card.isExpired && <Badge tone="attention">{t('stored-card.expired')}</Badge>}
        </span>
      }
      text={details.join(' · ')}
      isDisabled={card.isExpired}
      isChosen={choice.means === 'stored-card' && choice.cardSeq === card.cardSeq}
      onChoose={() => onChange({ ...choice, means: 'stored-card', cardSeq: card.cardSeq, securityCode: '' })}
    >
      <div data-field="security-code" className="max-w-56">
        <TextField
          label={t('card.code')}
          value={choice.securityCode}
          onChange={(event) => onChange({ ...choice, securityCode: digitsOf(event.target.value).slice(0, 4) })}
          inputMode="numeric"
          autoComplete="cc-csc"
          hint={t('checkout.stored.code-hint')}
          error={codeFault && t(`card.fault.${codeFault}`)}
          isRequired
        />
      </div>
    </MeansOption>
  )
}

type NewCardPartProps = {
  choice: PaymentChoice
  onChange: (choice: PaymentChoice) => void
  faults: ChoiceFaults
  /** Whether the member may store one more card. */
  canStore: boolean
}

/**
 * A new card: number, expiry, code, holder. No input has a name, so nothing can be posted by
 * accident.
 */
function NewCardPart({ choice, onChange, faults, canStore }: NewCardPartProps) {
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
