import { Link } from 'react-router'
import { formatYen } from '@kura/contract/money'
import type { PackView } from '@kura/contract/pack'
import { links } from '../links.ts'
import { formatMoment } from '../time.ts'
import { Button } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/section.tsx'
import { useWords } from '../words/use-words.ts'
import { lastFour } from './card-number.ts'
import { CheckoutProblem } from './checkout-problem.tsx'
import { confirmationItems } from './confirmation-items.ts'
import type { CheckoutFailure } from './use-checkout.ts'
import '../words/order-words.ts'

type ConfirmationProps = {
  pack: PackView
  cardNumber: string
  isBusy: boolean
  failure: CheckoutFailure | undefined
  onConfirm: () => void
  onBack: () => void
}

/** The last screen before the purchase: all that the law wants to be said, and the price on the button. */
export function Confirmation({ pack, cardNumber, isBusy, failure, onConfirm, onBack }: ConfirmationProps) {
  const { t, language } = useWords()
  const items = confirmationItems(
    pack,
    { usedPoint: 0, charge: { by: 'new-card', digits: lastFour(cardNumber) }, points: (count) => String(count) },
    (instant) => formatMoment(instant, language),
  )
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
        <p>{t('checkout.secure-note')}</p>
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
      <CheckoutProblem failure={failure} />
      <div className="grid gap-3">
        <Button size="lg" isWide isBusy={isBusy} onClick={onConfirm}>
          {isBusy ? t('checkout.ordering') : t('checkout.order', { price: formatYen(pack.priceYen) })}
        </Button>
        <p role="status" className="text-center text-12 text-sub-text empty:hidden">
          {isBusy && t('checkout.ordering-note')}
        </p>
        <Button look="quiet" disabled={isBusy} onClick={onBack}>
          {t('checkout.back-to-card')}
        </Button>
      </div>
    </div>
  )
}
