import { useState } from 'react'
import { formatCount } from '../../platform/format-count.ts'
import { pointText } from '../../money/point/point-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { digitsOf } from './card-number.ts'
import { limitPoints, pointsMissing } from './payment-choice.ts'
import '../../words/checkout-words.ts'

type PointsChooserProps = {
  usedPoint: number
  onChange: (usedPoint: number) => void
  priceYen: number
  balance: number
}

/** How many points to use: none to all of the price, and never more than there are. */
export function PointsChooser({ usedPoint, onChange, priceYen, balance }: PointsChooserProps) {
  const { t, language } = useWords()
  // more was asked for than there is to be had: said until the next change
  const [isCapped, setIsCapped] = useState(false)
  const most = limitPoints(balance, priceYen, balance)
  const missing = pointsMissing(priceYen, balance)
  const change = (wished: number): void => {
    setIsCapped(wished > most)
    onChange(limitPoints(wished, priceYen, balance))
  }
  const mostText = t('checkout.points.most', { points: pointText(t, language, most) })
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-18">{t('checkout.points.title')}</h3>
        <p className="tabular text-14">{t('checkout.points.balance', { points: pointText(t, language, balance) })}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <TextField
          label={t('checkout.points.field')}
          value={usedPoint === 0 ? '' : formatCount(usedPoint, language)}
          onChange={(event) => change(Number(digitsOf(event.target.value).slice(0, 9)))}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
        />
        {usedPoint === most ? (
          <Button look="secondary" onClick={() => change(0)}>
            {t('checkout.points.none')}
          </Button>
        ) : (
          <Button look="secondary" onClick={() => change(most)}>
            {t('checkout.points.all')}
          </Button>
        )}
      </div>
      <p role="status" className="text-12 text-main">
        {usedPoint >= priceYen
          ? t('checkout.points.whole')
          : isCapped
            ? mostText
            : missing > 0
              ? t('checkout.points.missing', { points: pointText(t, language, missing) })
              : t('checkout.points.enough')}
      </p>
    </section>
  )
}
