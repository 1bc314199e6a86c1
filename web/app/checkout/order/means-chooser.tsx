import { limits } from '@kura/contract/limits'
import type { StoredCard } from '@kura/contract/checkout/order'
import { describeCard, expiryOf } from '../../money/card/describe-card.ts'
import { Badge } from '../../ui/chips.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { languageOf } from '../../words/language-of.ts'
import { useWords } from '../../words/use-words.ts'
import { digitsOf } from './card-number.ts'
import { MeansOption } from '../../ui/means-option.tsx'
import { NewCardPart } from './new-card-part.tsx'
import type { ChoiceFaults, PaymentChoice } from './payment-choice.ts'
import '../../words/checkout-words.ts'
import '../../words/point-words.ts'

type MeansChooserProps = {
  choice: PaymentChoice
  onChange: (choice: PaymentChoice) => void
  stored: readonly StoredCard[]
  faults: ChoiceFaults
  /** Whether the card company's own page is one of the ways. */
  hasCardPage: boolean
}

/** What charges the rest: each stored card, a new card, or the deferred payment. */
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
