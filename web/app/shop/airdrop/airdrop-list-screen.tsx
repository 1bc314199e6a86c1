import type { Route } from './+types/airdrop-list-screen.ts'
import { limits } from '@kura/contract/limits'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { AirdropCard } from './airdrop-card.tsx'
import '../../words/give-words.ts'

const query = { limit: limits.pageSizeMost }
const refreshMs = 30_000

export async function loader({ context }: Route.LoaderArgs) {
  const api = pageApi(context)
  const [list, clock] = await Promise.all([api('listAirdrops', { query }), api('currentTimestamp', {})])
  const page = { list: orThrow(list), nowMs: orThrow(clock).currentTimestamp }
  return tagged(page, ['airdrops', 'packs', ...page.list.items.map(({ pack }) => `pack:${pack.packId}`)])
}

export const headers = pageHeaders

/** Current and upcoming airdrops, each with what the member can do about it. */
export default function AirdropListScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { nowMs } = loaderData
  const live = useCall('listAirdrops', { query }, { fallbackData: loaderData.list, refreshInterval: refreshMs })
  const { items } = live.data ?? loaderData.list
  return (
    <div className="page grid gap-8 pt-6 md:gap-10 md:pt-10">
      <PageHead title={t('airdrop.title')} description={t('airdrop.lead')} picture={items[0]?.pack.picture} />
      <div className="grid max-w-reading gap-2">
        <h1 className="text-24 md:text-32">{t('airdrop.title')}</h1>
        <p className="text-14">{t('airdrop.lead')}</p>
      </div>
      {items.length === 0 ? (
        <EmptyState icon="gift" title={t('airdrop.empty.title')} text={t('airdrop.empty.text')}>
          <LinkButton to={links.packs}>{t('collection.to-packs')}</LinkButton>
          <LinkButton to={links.passcode} look="secondary">
            {t('passcode.title')}
          </LinkButton>
        </EmptyState>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {items.map((airdrop, index) => (
            <li key={airdrop.airdropId} className="grid">
              <AirdropCard airdrop={airdrop} nowMs={nowMs} isFirst={index < 2} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
