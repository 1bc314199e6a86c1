import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatYen } from '@kura/contract/money'
import type { StoredCard } from '@kura/contract/money/card'
import { describeCard } from '../../money/card/describe-card.ts'
import { links } from '../../platform/links.ts'
import { pointText } from '../../money/point/point-text.ts'
import { formatMoment } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import { lastFour } from './card-fields.ts'
import { confirmationItems, missingItems } from './confirmation-items.ts'
import type { ChargedBy } from './confirmation-items.ts'
import { hasTax } from './sellable.ts'
import type { Sellable } from './sellable.ts'
import { chargedYen, isByPoints } from './payment-choice.ts'
import type { PaymentChoice } from './payment-choice.ts'
import '../../words/checkout-words.ts'

type ConfirmationProps = {
  sellable: Sellable
  choice: PaymentChoice
  stored: readonly StoredCard[]
  isBusy: boolean
  /** The failure of the last attempt. */
  problem: ReactNode
  onConfirm: () => void
  onBack: () => void
}

/**
 * The last screen before the purchase: everything the law requires, and the price on the button.
 */
export function Confirmation({ sellable, choice, stored, isBusy, problem, onConfirm, onBack }: ConfirmationProps) {
  const { t, language } = useWords()
  const paying = {
    usedPoint: choice.usedPoint,
    charge: chargeOf(choice, sellable.priceYen, stored, t),
    points: (count: number) => pointText(t, language, count),
  }
  const items = confirmationItems(sellable, paying, (instant) => formatMoment(instant, language))
  const isWhole = missingItems(items).length === 0
  return (
    <div className="grid gap-6">
      <p className="text-14">{t('checkout.confirm.lead')}</p>
      <Facts>
        {items.map(({ name, lines }) => (
          <Fact key={name} name={t(`confirm.name.${name}`)}>
            <div className="grid gap-1">
              {lines.map(({ word, values }, index) => (
                <p key={word} className={index === 0 ? 'font-semibold' : 'text-12 text-main'}>
                  {t(word, values)}
                </p>
              ))}
            </div>
          </Fact>
        ))}
      </Facts>
      <div className="grid gap-1 text-12 text-main">
        <p>{t('checkout.minor-note')}</p>
        {noteOf(paying.charge) !== undefined && <p>{t(noteOf(paying.charge) ?? 'checkout.secure-note')}</p>}
        <p>
          {t('checkout.see-terms')}{' '}
          <Link to={links.terms} target="_blank" className="text-indigo-text underline">
            {t('legal.terms')}
          </Link>{' '}
          <Link to={links.tokushoho} target="_blank" className="text-indigo-text underline">
            {t('legal.tokushoho')}
          </Link>
        </p>
      </div>
      {problem}
      <div className="grid gap-3">
        <FieldError error={isWhole ? undefined : t('checkout.confirm.missing')} />
        <Button size="lg" isWide isBusy={isBusy} disabled={!isWhole} onClick={onConfirm}>
          {isBusy ? t('checkout.ordering') : orderWords(sellable, choice, t, paying.points)}
        </Button>
        <p role="status" className="text-center text-12 text-sub-text empty:hidden">
          {isBusy && t('checkout.ordering-note')}
        </p>
        <Button look="quiet" disabled={isBusy} onClick={onBack}>
          {t('checkout.back-to-pay')}
        </Button>
      </div>
    </div>
  )
}

/** The charging method in the words of the last screen; null when points pay the full price. */
function chargeOf(
  choice: PaymentChoice,
  priceYen: number,
  stored: readonly StoredCard[],
  t: Translate,
): ChargedBy | null {
  if (isByPoints(choice, priceYen)) return null
  if (choice.means === 'paidy' || choice.means === 'card-page') return { by: choice.means }
  if (choice.means === 'new-card') return { by: 'new-card', digits: lastFour(choice.card.number) }
  const card = stored.find(({ cardSeq }) => cardSeq === choice.cardSeq)
  return { by: 'stored-card', card: card ? describeCard(card, t) : '' }
}

const notes = { paidy: 'checkout.paidy-note', 'card-page': 'checkout.page-note' } as const

const noteOf = (charge: ChargedBy | null) =>
  charge === null
    ? undefined
    : charge.by === 'paidy' || charge.by === 'card-page'
      ? notes[charge.by]
      : 'checkout.secure-note'

/** The button shows what is paid: yen, points, or both. */
function orderWords(
  sellable: Sellable,
  choice: PaymentChoice,
  t: Translate,
  points: (count: number) => string,
): string {
  const { priceYen } = sellable
  const { usedPoint } = choice
  if (isByPoints(choice, priceYen)) return t('checkout.order-points', { points: points(usedPoint) })
  const price = formatYen(chargedYen(choice, priceYen))
  if (usedPoint > 0) return t('checkout.order-both', { price, points: points(usedPoint) })
  return t(hasTax(sellable) ? 'checkout.order' : 'checkout.order-plain', { price })
}
