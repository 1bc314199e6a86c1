import { Link } from 'react-router'
import type { Route } from './+types/search-screen.ts'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi } from '../../platform/page-data.ts'
import { withoutRegulated } from '../../platform/regulated.ts'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { loadBy, oneOf, textOf } from '../../ui/page-search.ts'
import { FramedPicture } from '../../ui/picture.tsx'
import { PieceGrid, Section } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { HitLine, hitHref } from './hit.tsx'
import type { Hit } from './hit.tsx'
import '../../words/search-words.ts'

const kinds = ['item', 'series', 'pack', 'artist', 'member', 'category'] as const
type Kind = (typeof kinds)[number]
/** A search counts and shows no further. */
const countMost = 100

/** Not kept: members come, go and change their names. */
export const loader = loadBy(
  { q: textOf(100), kind: oneOf(['all', ...kinds]) },
  async ({ context }: Route.LoaderArgs, given) => {
    const api = pageApi(context)
    const q = given.get('q') ?? ''
    const kind = kinds.find((each) => each === given.get('kind')) ?? null
    const query = { ...withoutRegulated, q, ...(kind === null ? {} : { kind, limit: countMost }) }
    const found = orThrow(await api('search', { query }))
    const isNothing = kinds.every((each) => found.counts[each] === 0)
    const popular =
      isNothing && found.near.length === 0
        ? orThrow(await api('listSuggestions', { query: withoutRegulated })).items
        : []
    return { filters: { q }, kind, found, popular }
  },
)

/** What a search found, by kind. */
export default function SearchScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { filters, kind, found, popular } = loaderData
  const { q } = filters
  const title = q === '' ? t('search.title') : t('search.title-of', { query: q })
  const there = kinds.filter((each) => found.counts[each] > 0)
  return (
    <div className="page grid gap-8 pt-6 md:pt-10">
      <PageHead title={title} description={t('search.description')} isHidden />
      <h1 className="min-w-0 text-24 break-words md:text-32">{title}</h1>
      {there.length > 0 && (
        <nav aria-label={t('search.tabs')}>
          <ChipRow label={t('search.tabs')}>
            <ChipLink to={links.search(q)} isOn={kind === null}>
              {t('search.tab.all')}
            </ChipLink>
            {there.map((each) => (
              <ChipLink key={each} to={links.search(q, each)} isOn={kind === each}>
                {t(`search.kind.${each}`)} <Count count={found.counts[each]} />
              </ChipLink>
            ))}
          </ChipRow>
        </nav>
      )}
      {found.hits.length === 0 ? (
        <NothingFound query={q} near={found.near} popular={popular} />
      ) : (
        there.map((each) => (
          <Kind key={each} kind={each} query={q} count={found.counts[each]} hits={found.hits} isAlone={kind === each} />
        ))
      )}
    </div>
  )
}

function Count({ count }: { count: number }) {
  const { t } = useWords()
  const shown = Math.min(count, countMost)
  return (
    <span className="tabular text-12">
      {t(count > countMost ? 'search.count-more' : 'search.count', { count: shown })}
    </span>
  )
}

type KindProps = { kind: Kind; query: string; count: number; hits: Hit[]; isAlone: boolean }

function Kind({ kind, query, count, hits, isAlone }: KindProps) {
  const { t } = useWords()
  const shown = hits.filter((hit) => hit.kind === kind)
  if (shown.length === 0) return null
  const name = t(`search.kind.${kind}`)
  return (
    <Section title={name}>
      {isAlone && count > countMost && (
        <p className="text-14 text-sub-text">{t('search.too-many', { count: countMost })}</p>
      )}
      <Hits kind={kind} hits={shown} />
      {!isAlone && count > shown.length && (
        <p>
          <Link
            to={links.search(query, kind)}
            className="inline-flex min-h-11 items-center text-14 text-indigo-text hover:underline"
          >
            {t('search.see-all', { kind: name })}
          </Link>
        </p>
      )}
    </Section>
  )
}

/** Works and packs as cards, the others as lines. */
function Hits({ kind, hits }: { kind: Kind; hits: Hit[] }) {
  const { pick } = useWords()
  if (kind === 'item' || kind === 'pack')
    return (
      <PieceGrid>
        {hits.map((hit) => (
          <li key={hit.id}>
            <article className="group relative grid gap-2">
              {hit.picture && <FramedPicture picture={hit.picture} alt="" sizes="(width >= 900px) 20vw, 40vw" />}
              <h3 className="line-clamp-2 px-0.5 text-14 leading-[1.5]">
                <Link to={hitHref(hit)} className="stretched group-hover:underline">
                  {pick(hit.name)}
                </Link>
              </h3>
              {hit.seriesName && <p className="truncate px-0.5 text-12 text-sub-text">{pick(hit.seriesName)}</p>}
            </article>
          </li>
        ))}
      </PieceGrid>
    )
  return <Lines hits={hits} />
}

function Lines({ hits }: { hits: readonly Hit[] }) {
  return (
    <ul className="grid gap-1 sm:grid-cols-2 lg:grid-cols-3">
      {hits.map((hit) => (
        <li key={`${hit.kind} ${hit.id}`}>
          <Link to={hitHref(hit)} className="block min-h-11 rounded-card px-2 py-2 hover:bg-ground">
            <HitLine hit={hit} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NothingFound({ query, near, popular }: { query: string; near: Hit[]; popular: readonly Hit[] }) {
  const { t } = useWords()
  const others = near.length > 0 ? near : popular
  return (
    <>
      <EmptyState
        title={query === '' ? t('search.start.title') : t('search.empty.title', { query })}
        text={t(query === '' ? 'search.start.text' : 'search.empty.text')}
        icon="search"
      />
      {others.length > 0 && (
        <Section title={t(near.length > 0 ? 'search.near' : 'search.popular')}>
          <Lines hits={others} />
        </Section>
      )}
    </>
  )
}
