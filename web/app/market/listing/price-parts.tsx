import type { TradePriceView } from '@kura/contract/market/listing'
import { formatYen } from '@kura/contract/money'
import { useWords } from '../../words/use-words.ts'
import '../../words/listing-words.ts'

type PartsProps = {
  /** The parts of the current price; undefined without one. */
  parts: TradePriceView | undefined
  feeBps: number
  royaltyBps: number
}

const percentOf = (bps: number): number => bps / 100

/** The parts of the price, and the seller's proceeds, which are announced when they change. */
export function PriceParts({ parts, feeBps, royaltyBps }: PartsProps) {
  const { t } = useWords()
  const yen = (value: number | undefined): string => (value === undefined ? '–' : formatYen(value))
  const minus = (value: number | undefined): string => (value === undefined ? '–' : `−${formatYen(value)}`)
  return (
    <div className="grid gap-3 rounded-card bg-ground p-4">
      <dl className="grid gap-2 text-14" aria-label={t('sell.parts.title')}>
        <Line name={t('sell.parts.price')} value={yen(parts?.listPrice)} />
        <Line name={t('sell.parts.fee', { percent: percentOf(feeBps) })} value={minus(parts?.fee)} />
        {royaltyBps > 0 && (
          <Line name={t('sell.parts.royalty', { percent: percentOf(royaltyBps) })} value={minus(parts?.royalty)} />
        )}
        {parts !== undefined && parts.contentAccessFee > 0 && (
          <Line name={t('sell.parts.access')} value={minus(parts.contentAccessFee)} />
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold text-ink">{t('sell.parts.proceeds')}</dt>
          <dd className="tabular text-24 leading-label font-bold text-ink">{yen(parts?.proceeds)}</dd>
        </div>
      </dl>
      <p className="text-12 text-sub-text">{t(parts ? 'sell.parts.note' : 'sell.parts.wait')}</p>
      <p role="status" className="sr-only">
        {parts && `${t('sell.parts.proceeds')} ${formatYen(parts.proceeds)}`}
      </p>
    </div>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-main">{name}</dt>
      <dd className="tabular text-ink">{value}</dd>
    </div>
  )
}
