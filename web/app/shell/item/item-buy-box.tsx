import type { OutputOf } from '@kura/contract/endpoint'
import type { showSellingPack } from '@kura/contract/catalogue/item'
import { formatYen } from '@kura/contract/money'
import { links } from '../../platform/links.ts'
import { formatOdds } from '../../platform/format.ts'
import { RemainingBar, SaleCountdown } from '../../shop/pack/sale-countdown.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { Price } from '../../ui/price.tsx'
import { StickyBar } from '../../ui/lead-layout.tsx'
import { useWords } from '../../words/use-words.ts'

export type SellingPack = OutputOf<typeof showSellingPack>['items'][number]

/** The packs that can hold the item, with price and odds; on a phone the cheapest one also sticks to the bottom. */
export function ItemBuyBox({ packs, nowMs }: { packs: readonly SellingPack[]; nowMs: number }) {
  const { t } = useWords()
  const cheapest = packs.find(({ state }) => state === 'on')
  if (packs.length === 0)
    return (
      <div className="grid gap-4 rounded-card border border-line bg-surface p-5">
        <p className="text-14">{t('item.not-on-sale')}</p>
        <LinkButton to={links.packs} look="secondary" isWide>
          {t('item.not-on-sale-next')}
        </LinkButton>
      </div>
    )
  return (
    <section className="grid gap-3">
      <h2 className="text-16">{t('item.packs')}</h2>
      <ul className="grid gap-3">
        {packs.map((pack) => (
          <li key={pack.packId}>
            <PackOnSale pack={pack} nowMs={nowMs} isMain={pack === cheapest} />
          </li>
        ))}
      </ul>
      {cheapest && (
        <StickyBar>
          <div className="min-w-0 grow leading-label">
            <Price yen={cheapest.priceYen} />
            <p className="truncate text-12 text-sub-text">
              <OddsText oddsPpm={cheapest.oddsPpm} />
            </p>
          </div>
          <LinkButton to={links.pack(cheapest.packId)}>{t('item.view-pack')}</LinkButton>
        </StickyBar>
      )}
    </section>
  )
}

function PackOnSale({ pack, nowMs, isMain }: { pack: SellingPack; nowMs: number; isMain: boolean }) {
  const { t, pick } = useWords()
  const isOn = pack.state === 'on'
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <p className="text-14 leading-[1.5] font-semibold text-ink">{pick(pack.name)}</p>
        {!isOn && <Badge>{t(`pack.${pack.state}`)}</Badge>}
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Price yen={pack.priceYen} size={isMain ? 'lg' : 'md'} />
        <span className="tabular text-14 font-medium text-main">
          <OddsText oddsPpm={pack.oddsPpm} />
        </span>
      </p>
      {isOn && <RemainingBar remaining={pack.remaining} issued={pack.issued} />}
      {pack.state !== 'sold-out' && <SaleCountdown pack={pack} nowMs={nowMs} />}
      <LinkButton
        to={isMain ? links.checkout(pack.packId) : links.pack(pack.packId)}
        look={isMain ? 'primary' : 'secondary'}
        isWide
      >
        {isMain ? t('item.buy-pack', { price: formatYen(pack.priceYen) }) : t('item.view-pack')}
      </LinkButton>
      {isMain && (
        <LinkButton to={links.pack(pack.packId)} look="quiet" isWide>
          {t('item.view-pack')}
        </LinkButton>
      )}
    </div>
  )
}

function OddsText({ oddsPpm }: { oddsPpm: number }) {
  const { t } = useWords()
  return oddsPpm >= 1_000_000 ? t('item.odds-certain') : t('item.odds', { odds: formatOdds(oddsPpm) })
}
