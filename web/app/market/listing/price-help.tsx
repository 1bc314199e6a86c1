import type { ApiOutput } from '@kura/contract/api'
import { formatYen } from '@kura/contract/money'
import { formatDay } from '../../platform/time.ts'
import { Fact, Facts } from '../../ui/section.tsx'
import { useWords } from '../../words/use-words.ts'
import type { PricePick } from './read-price.ts'
import '../../words/selling-words.ts'

type HelpProps = {
  prices: ApiOutput<'showItemPrices'>
  picks: readonly PricePick[]
  onPick: (yen: number) => void
}

/** What others ask and paid, and prices to put in by one press. */
export function PriceHelp({ prices, picks, onPick }: HelpProps) {
  const { t } = useWords()
  const isBare = prices.listed === 0 && prices.lastPrice === null
  return (
    <section className="grid gap-3" aria-label={t('sell.help.title')}>
      <h3 className="text-16">{t('sell.help.title')}</h3>
      {isBare ? <p className="text-14">{t('sell.help.none')}</p> : <Known prices={prices} />}
      {picks.length > 0 && (
        <ul aria-label={t('sell.pick')} className="flex flex-wrap gap-2">
          {picks.map(({ kind, yen }) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => onPick(yen)}
                className="tabular inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-4 text-14 leading-label text-ink transition-colors hover:bg-ground"
              >
                {t(`sell.pick.${kind}`, { price: formatYen(yen) })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Known({ prices }: Pick<HelpProps, 'prices'>) {
  const { t, language } = useWords()
  const { listed, minPrice, maxPrice, lastPrice, lastSoldAt, days } = prices
  const lastDay = days.at(-1)
  return (
    <Facts>
      <Fact name={t('sell.help.range')}>
        <span className="tabular">
          {minPrice === null || maxPrice === null
            ? t('sell.help.nothing-listed')
            : t('sell.help.range-value', { min: formatYen(minPrice), max: formatYen(maxPrice), count: listed })}
        </span>
      </Fact>
      <Fact name={t('sell.help.last')}>
        <span className="tabular">
          {lastPrice === null || lastSoldAt === null
            ? t('sell.help.never')
            : t('sell.help.last-value', { price: formatYen(lastPrice), day: formatDay(lastSoldAt, language) })}
        </span>
      </Fact>
      {lastDay && (
        <Fact name={t('sell.help.median')}>
          <span className="tabular">{formatYen(lastDay.medianPrice)}</span>
        </Fact>
      )}
    </Facts>
  )
}
