import { limits } from '@kura/contract/limits'
import { formatYen } from '@kura/contract/money'
import { includedTax } from '@kura/contract/money/tax'
import { pointText } from '../../money/point/point-text.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/checkout-words.ts'

type PayTotalProps = { priceYen: number; usedPoint: number; isTaxed: boolean }

/** What is to be paid: the price with the tax inside it if there is any, the points, and the rest that is charged. The rest is announced when it changes. */
export function PayTotal({ priceYen, usedPoint, isTaxed }: PayTotalProps) {
  const { t, language } = useWords()
  const rest = formatYen(Math.max(0, priceYen - usedPoint))
  return (
    <div className="rounded-card bg-ground p-4">
      <dl className="grid gap-2 text-14" aria-label={t('checkout.total.title')}>
        <Line name={t(isTaxed ? 'checkout.total.price' : 'checkout.total.price-plain')} value={formatYen(priceYen)} />
        {isTaxed && (
          <Line
            name={t('checkout.total.tax', { percent: limits.consumptionTaxPercent })}
            value={formatYen(includedTax(priceYen))}
            isMinor
          />
        )}
        {usedPoint > 0 && <Line name={t('checkout.total.points')} value={`−${pointText(t, language, usedPoint)}`} />}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold text-ink">{t('checkout.total.rest')}</dt>
          <dd className="tabular text-20 leading-label font-bold text-ink">{rest}</dd>
        </div>
      </dl>
      <p role="status" className="sr-only">
        {t('checkout.total.rest')} {rest}
      </p>
    </div>
  )
}

function Line({ name, value, isMinor = false }: { name: string; value: string; isMinor?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={isMinor ? 'pl-3 text-12 text-main' : 'text-main'}>{name}</dt>
      <dd className={isMinor ? 'tabular text-12 text-main' : 'tabular text-ink'}>{value}</dd>
    </div>
  )
}
