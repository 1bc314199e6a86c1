import { Link } from 'react-router'
import type { AirdropView, AirdropStatus } from '@kura/contract/shop/issue'
import { links } from '../../platform/links.ts'
import { PackFront } from '../pack/pack-front.tsx'
import { SaleCountdown } from '../pack/sale-countdown.tsx'
import { useAtEdges } from '../../platform/clock.ts'
import { useWords } from '../../words/use-words.ts'
import { termOf, useOwnStatus } from './airdrop-claim.ts'
import { Badge } from '../../ui/chips.tsx'
import '../../words/give-words.ts'

/** An airdrop in the list. */
export function AirdropCard({ airdrop, nowMs, isFirst }: { airdrop: AirdropView; nowMs: number; isFirst: boolean }) {
  const { t, pick } = useWords()
  const { airdropId, pack, packsEach, isForAll } = airdrop
  const { data: own, mutate } = useOwnStatus(airdropId, pack.kind, true)
  useAtEdges([airdrop.startsAt, airdrop.endsAt], () => void mutate())
  return (
    <article className="pack-card group relative grid grid-cols-[104px_minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-[128px_minmax(0,1fr)] sm:gap-6 sm:p-5">
      <PackFront picture={pack.picture} sizes="128px" isFirst={isFirst} />
      <div className="grid content-start gap-2">
        <p className="min-h-6">
          <StatusBadge status={own?.status} isForAll={isForAll} />
        </p>
        <h2 className="text-16 leading-[1.5] sm:text-18">
          <Link to={links.airdrop(airdropId)} className="stretched group-hover:underline">
            {pick(airdrop.name)}
          </Link>
        </h2>
        <p className="line-clamp-3 text-14">{pick(airdrop.description)}</p>
        <p className="tabular flex flex-wrap gap-x-3 text-12 text-sub-text">
          <span>{t('airdrop.packs-each', { count: packsEach })}</span>
          <span>{t(`pack.kind.${pack.kind}`)}</span>
          <span>{t('pack.cards', { count: pack.cardsPerPack })}</span>
        </p>
        {own?.status !== 'claimed' && (
          <SaleCountdown
            pack={termOf(airdrop)}
            nowMs={nowMs}
            words={{ starts: 'airdrop.starts-in', ends: 'airdrop.ends-in' }}
          />
        )}
      </div>
    </article>
  )
}

/** What the member can do about an airdrop, as a badge; for guests, whether it is for everybody. */
export function StatusBadge({ status, isForAll }: { status: AirdropStatus['status'] | undefined; isForAll: boolean }) {
  const { t } = useWords()
  if (status === undefined) return <Badge>{t(isForAll ? 'airdrop.free' : 'airdrop.status.not-reserved')}</Badge>
  const isOpen = status === 'claimable' || status === 'before'
  return <Badge tone={isOpen ? 'strong' : 'plain'}>{t(`airdrop.status.${status}`)}</Badge>
}
