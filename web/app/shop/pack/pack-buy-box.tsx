import { Suspense, lazy } from 'react'
import { formatYen } from '@kura/contract/money'
import type { PackView } from '@kura/contract/shop/pack'
import { links } from '../../platform/links.ts'
import type { Language } from '../../platform/preferences.ts'
import { formatMoment } from '../../platform/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { StickyBar } from '../../ui/lead-layout.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import { RemainingBar, SaleCountdown } from './sale-countdown.tsx'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'

/** Only packs with a line need it. */
const LineBox = lazy(() => import('./line-box.tsx').then((module) => ({ default: module.LineBox })))
/** Only packs whose sale lies ahead need it. */
const ReminderButton = lazy(() =>
  import('./reminder-button.tsx').then((module) => ({ default: module.ReminderButton })),
)
/** Only packs that are not sold need it. */
const GivenBox = lazy(() => import('./given-box.tsx').then((module) => ({ default: module.GivenBox })))

/**
 * Price, remaining number, sale term and the way to the checkout; on a phone the button sticks to
 * the bottom.
 */
export function PackBuyBox({ pack, nowMs }: { pack: PackView; nowMs: number }) {
  const { t, pick } = useWords()
  const { channel } = pack
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        {channel === 'sale' && (
          <p>
            <Badge tone={pack.state === 'on' ? 'strong' : 'plain'}>{t(`pack.${pack.state}`)}</Badge>
          </p>
        )}
        <h1 className="text-24 md:text-32">{pick(pack.name)}</h1>
        <p className="text-14">{t(`pack.kind.${pack.kind}`)}</p>
      </div>
      {channel === 'sale' ? (
        <ForSale pack={pack} nowMs={nowMs} />
      ) : (
        <div className="grid gap-4 rounded-card border border-line bg-surface p-5">
          <p className="text-14 text-main">{t('pack.cards', { count: pack.cardsPerPack })}</p>
          {pack.state !== 'after' && <RemainingBar remaining={pack.remaining} issued={pack.issued} />}
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <GivenBox channel={channel} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function ForSale({ pack, nowMs }: { pack: PackView; nowMs: number }) {
  const { t, language } = useWords()
  const left = useOwnLeft(pack)
  const isOn = pack.state === 'on'
  const hasLine = pack.hasQueue && left !== 0 && (isOn || pack.state === 'before')
  return (
    <>
      <div className="grid gap-4 rounded-card border border-line bg-surface p-5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Price yen={pack.priceYen} size="lg" />
          <span className="text-14 text-main">{t('pack.cards', { count: pack.cardsPerPack })}</span>
        </p>
        {pack.state !== 'after' && <RemainingBar remaining={pack.remaining} issued={pack.issued} />}
        {pack.state !== 'sold-out' && <SaleCountdown pack={pack} nowMs={nowMs} size="md" />}
        <dl className="grid gap-1 text-14">
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-sub-text">{t('pack.sale-term')}</dt>
            <dd className="text-ink">{termWords(pack, language, t)}</dd>
          </div>
        </dl>
        <p className="text-14 text-ink">
          {pack.perMemberLimit === null ? t('pack.no-limit') : t('pack.limit', { count: pack.perMemberLimit })}
          {left !== undefined && (
            <span className="block text-12 text-sub-text">
              {left === 0 ? t('pack.limit-reached') : t('pack.limit-left', { count: left })}
            </span>
          )}
        </p>
        {hasLine ? (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <LineBox pack={pack} />
          </Suspense>
        ) : (
          <div className="hidden md:block">
            <Action pack={pack} mayBuy={left !== 0} />
          </div>
        )}
        {isOn && left !== 0 && (
          <p className="text-12 text-sub-text">
            {t('pack.buy-note')}
            <span className="member:hidden">{t('pack.needs-member')}</span>
          </p>
        )}
      </div>
      {!hasLine && (
        <StickyBar>
          <div className="min-w-0 grow">
            <Action pack={pack} mayBuy={left !== 0} />
          </div>
        </StickyBar>
      )}
    </>
  )
}

function Action({ pack, mayBuy }: { pack: PackView; mayBuy: boolean }) {
  const { t } = useWords()
  if (pack.state === 'on' && mayBuy)
    return (
      <LinkButton to={links.checkout(pack.packId)} size="lg" isWide>
        {t('pack.buy', { price: formatYen(pack.priceYen) })}
      </LinkButton>
    )
  if (pack.state === 'before')
    return (
      <Suspense fallback={<Skeleton className="h-13 w-full" />}>
        <ReminderButton packId={pack.packId} />
      </Suspense>
    )
  return (
    <LinkButton to={links.packs} look="secondary" size="lg" isWide>
      {t('pack.see-others')}
    </LinkButton>
  )
}

function termWords({ saleStartsAt, saleEndsAt }: PackView, language: Language, t: Translate): string {
  const start = saleStartsAt === null ? undefined : formatMoment(saleStartsAt, language)
  const end = saleEndsAt === null ? undefined : formatMoment(saleEndsAt, language)
  if (start !== undefined && end !== undefined) return t('pack.sale-from-until', { start, end })
  if (start !== undefined) return t('pack.sale-from', { start })
  if (end !== undefined) return t('pack.sale-until', { end })
  return t('pack.sale-open')
}

/**
 * How many of a limited pack the member may still get; undefined for guests, without a wallet, and
 * until it is known.
 */
function useOwnLeft({ packId, perMemberLimit }: Pick<PackView, 'packId' | 'perMemberLimit'>): number | undefined {
  const flowAddress = useSession()?.flowAddress ?? ''
  const isAsked = perMemberLimit !== null && flowAddress !== ''
  return useCall('showPackLimit', isAsked ? { params: { packId, flowAddress } } : null).data?.left ?? undefined
}
