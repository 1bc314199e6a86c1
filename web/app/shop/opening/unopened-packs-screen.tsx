import { limits } from '@kura/contract/limits'
import type { UnopenedPackView } from '@kura/contract/shop/opening'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PieceGrid } from '../../ui/section.tsx'
import { CardSkeleton, EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { PackFront } from '../pack/pack-front.tsx'
import { formatDay } from '../../platform/format.ts'
import '../../words/give-words.ts'

const limit = limits.pageSize

export const handle = { title: 'unopened.title' } satisfies PageHandle

export default function UnopenedPacksScreen() {
  const { t } = useWords()
  const list = useCall('listUnopenedPacks', { query: { limit } })
  const count = list.data?.cursor === undefined ? list.data?.items.length : list.data.total
  const [first] = list.data?.items ?? []
  return (
    <>
      <MypageHead
        title={t('unopened.title')}
        note={count !== undefined && count > 0 ? t('unopened.count', { count }) : undefined}
      />
      <h2 className="sr-only">{t('mypage.packs')}</h2>
      {first && count !== undefined && count > 1 && (
        <div>
          <LinkButton to={links.opening(first.unopenedPackId, first.orderId)}>{t('unopened.open-all')}</LinkButton>
        </div>
      )}
      <MemberList
        name="unopened"
        list={list}
        loadNext={(cursor) => call('listUnopenedPacks', { query: { limit, cursor } })}
        empty={
          <EmptyState icon="pack" title={t('unopened.empty.title')} text={t('unopened.empty.text')}>
            <LinkButton to={links.packs}>{t('collection.to-packs')}</LinkButton>
            <LinkButton to={links.airdrops} look="secondary">
              {t('shell.airdrops')}
            </LinkButton>
            <LinkButton to={links.passcode} look="secondary">
              {t('shell.passcode')}
            </LinkButton>
          </EmptyState>
        }
        skeleton={
          <div className="pieces" aria-hidden="true">
            <CardSkeleton />
            <CardSkeleton />
          </div>
        }
      >
        {(packs) => (
          <PieceGrid>
            {packs.map((pack) => (
              <li key={pack.unopenedPackId}>
                <UnopenedPackCard pack={pack} />
              </li>
            ))}
          </PieceGrid>
        )}
      </MemberList>
    </>
  )
}

/** A pack that waits to be opened. */
function UnopenedPackCard({ pack }: { pack: UnopenedPackView }) {
  const { t, pick, language } = useWords()
  return (
    <article className="grid content-start gap-3">
      <div className="flex justify-center rounded-card bg-ground px-[16%] py-[10%]">
        <PackFront picture={pack.picture} sizes="(width >= 900px) 160px, 34vw" />
      </div>
      <div className="grid gap-0.5">
        <h3 className="line-clamp-2 text-14 leading-[1.5]">{pick(pack.name)}</h3>
        <p className="text-12 text-sub-text">{t('pack.cards', { count: pack.cardsPerPack })}</p>
        <p className="text-12 text-sub-text">{t('unopened.bought-at', { at: formatDay(pack.boughtAt, language) })}</p>
      </div>
      <LinkButton to={links.opening(pack.unopenedPackId, pack.orderId)} isWide>
        {t('unopened.open')}
      </LinkButton>
    </article>
  )
}
