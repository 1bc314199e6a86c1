import type { Route } from './+types/pack-list-screen.ts'
import { limits } from '@kura/contract/limits'
import type { PackCardView } from '@kura/contract/shop/pack'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { useCall } from '../../platform/swr.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { links } from '../../platform/links.ts'
import { useAtEdges } from '../../platform/clock.ts'
import { useWords } from '../../words/use-words.ts'
import { PackCard } from './pack-card.tsx'

const query = { limit: limits.pageSizeMost }
const refreshMs = 30_000

export async function loader({ context }: Route.LoaderArgs) {
  const api = pageApi(context)
  const [packs, clock] = await Promise.all([api('listPacks', { query }), api('currentTimestamp', {})])
  return tagged({ list: orThrow(packs), nowMs: orThrow(clock).currentTimestamp }, ['packs'])
}

export const headers = pageHeaders

/**
 * All packs for sale, grouped by whether they are on sale; a pack moves at the moment its sale
 * begins or ends.
 */
export default function PackListScreen({ loaderData }: Route.ComponentProps) {
  const { t, language } = useWords()
  const { nowMs } = loaderData
  const { data, mutate } = useCall(
    'listPacks',
    { query },
    { fallbackData: loaderData.list, refreshInterval: refreshMs, revalidateOnMount: true },
  )
  const { items: packs, total = packs.length } = data ?? loaderData.list
  useAtEdges(
    packs.flatMap(({ saleStartsAt, saleEndsAt }) => [saleStartsAt, saleEndsAt]),
    () => void mutate(),
  )
  const on = packs.filter(({ state }) => state === 'on')
  const before = packs.filter(({ state }) => state === 'before')
  const ended = packs.filter(({ state }) => state === 'sold-out' || state === 'after')
  return (
    <div className="page grid gap-12 pt-6 md:gap-16 md:pt-10">
      <link
        rel="alternate"
        type="application/rss+xml"
        title={t('pack.title')}
        href={`/feeds/packs.xml?lang=${language}`}
      />
      <PageHead title={t('pack.title')} description={t('pack.description')} picture={packs[0]?.picture} />
      <div className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-4">
          <h1 className="text-24 md:text-32">{t('pack.title')}</h1>
          <p className="tabular text-14 text-sub-text">{t('pack.count', { count: total })}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={links.airdrops} look="secondary">
            {t('shell.airdrops')}
          </LinkButton>
          <LinkButton to={links.passcode} look="secondary">
            {t('shell.passcode')}
          </LinkButton>
        </div>
      </div>
      {packs.length === 0 && (
        <EmptyState title={t('pack.empty.title')} text={t('pack.empty.text')} icon="pack">
          <LinkButton to={links.items} look="secondary">
            {t('page-error.items')}
          </LinkButton>
        </EmptyState>
      )}
      <Group title={t('pack.section.on')} packs={on} nowMs={nowMs} />
      <Group title={t('pack.section.before')} packs={before} nowMs={nowMs} />
      <Group title={t('pack.section.ended')} packs={ended} nowMs={nowMs} />
    </div>
  )
}

function Group({ title, packs, nowMs }: { title: string; packs: readonly PackCardView[]; nowMs: number }) {
  if (packs.length === 0) return null
  return (
    <Section title={title}>
      <PackGrid packs={packs} nowMs={nowMs} />
    </Section>
  )
}

function PackGrid({ packs, nowMs }: { packs: readonly PackCardView[]; nowMs: number }) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 sm:gap-x-4 md:grid-cols-4 md:gap-x-6">
      {packs.map((pack, index) => (
        <li key={pack.packId}>
          <PackCard pack={pack} nowMs={nowMs} isFirst={index < 4} />
        </li>
      ))}
    </ul>
  )
}
