import { Link } from 'react-router'
import type { PackCardView } from '@kura/contract/shop/pack'
import { links } from '../../platform/links.ts'
import { Badge } from '../../ui/chips.tsx'
import { Price } from '../../ui/price.tsx'
import { useWords } from '../../words/use-words.ts'
import { PackFront } from './pack-front.tsx'
import { RemainingBar, SaleCountdown } from './sale-countdown.tsx'

/**
 * A pack in a list: its foil front, remaining number, remaining time and price. `nowMs` is when the
 * page was rendered.
 */
export function PackCard({ pack, nowMs, isFirst = false }: { pack: PackCardView; nowMs: number; isFirst?: boolean }) {
  const { t, pick } = useWords()
  const isEnded = pack.state === 'sold-out' || pack.state === 'after'
  return (
    <article className="pack-card group relative grid content-start gap-3">
      <div className="relative flex justify-center rounded-card bg-ground px-[14%] py-[9%]">
        <PackFront picture={pack.picture} isEnded={isEnded} sizes="(width >= 900px) 190px, 40vw" isFirst={isFirst} />
        {pack.state !== 'on' && (
          <div className="absolute top-3 left-3 z-1">
            <Badge tone={pack.state === 'before' ? 'strong' : 'plain'}>{t(`pack.${pack.state}`)}</Badge>
          </div>
        )}
      </div>
      <div className="grid gap-1.5 px-0.5">
        <h3 className="line-clamp-2 text-16 leading-[1.5]">
          <Link to={links.pack(pack.packId)} className="stretched group-hover:underline">
            {pick(pack.name)}
          </Link>
        </h3>
        <p className="truncate text-12 text-sub-text">{pick(pack.seriesName)}</p>
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <Price yen={pack.priceYen} />
          <span className="text-12 text-sub-text">{t('pack.cards', { count: pack.cardsPerPack })}</span>
        </p>
        {!isEnded && <RemainingBar remaining={pack.remaining} issued={pack.issued} />}
        {!isEnded && <SaleCountdown pack={pack} nowMs={nowMs} />}
      </div>
    </article>
  )
}
