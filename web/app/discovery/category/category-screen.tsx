import { data } from 'react-router'
import type { Route } from './+types/category-screen.ts'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { ItemCard } from '../../catalogue/item/item-card.tsx'
import { TokenCard } from '../../market/token/token-card.tsx'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi } from '../../platform/page-data.ts'
import type { PageFailure } from '../../platform/page-data.ts'
import { withoutRegulated } from '../../platform/regulated.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { More, useMore } from '../../ui/more-list.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { cursorParam, loadBy, oneOf } from '../../ui/page-search.ts'
import { PieceGrid } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/search-words.ts'

const views = ['items', 'tokens'] as const

/** Not kept: tokens come and go on chain. */
export const loader = loadBy(
  { view: oneOf(views), cursor: cursorParam },
  async ({ context, params }: Route.LoaderArgs, given) => {
    const api = pageApi(context)
    const cursor = given.get('cursor') ?? undefined
    const isTokens = given.get('view') === 'tokens'
    const query = {
      ...withoutRegulated,
      categorySlugs: params.slug,
      limit: limits.pageSize,
      ...(cursor ? { cursor } : {}),
    }
    const [categories, items, tokens] = await Promise.all([
      api('listCategories', {}),
      isTokens ? undefined : api('listCategoryItems', { query }),
      isTokens ? api('listCategoryTokens', { query }) : undefined,
    ])
    const category = orThrow(categories).items.find(({ slug }) => slug === params.slug)
    if (!category) throw data({ errorCode: 'NOT_FOUND' } satisfies PageFailure, { status: 404 })
    return { category, items: items ? orThrow(items) : null, tokens: tokens ? orThrow(tokens) : null }
  },
)

/** A category: its works, or the tokens of them that members own. */
export default function CategoryScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { category, items, tokens } = loaderData
  const here = links.category(category.slug)
  const name = pick(category.name)
  return (
    <div className="page grid gap-6 pt-4 md:pt-6">
      <PageHead title={name} isHidden={tokens !== null} />
      <div className="grid gap-3">
        <Breadcrumbs trail={[{ name: t('item.title'), to: links.items }]} />
        <h1 className="text-24 md:text-32">{name}</h1>
      </div>
      <nav aria-label={name}>
        <ChipRow label={name}>
          <ChipLink to={here} isOn={items !== null}>
            {t('category.items')} <span className="tabular text-12">{category.itemCount}</span>
          </ChipLink>
          <ChipLink to={`${here}?view=tokens`} isOn={tokens !== null}>
            {t('category.tokens')}
          </ChipLink>
        </ChipRow>
      </nav>
      {items && <Items slug={category.slug} first={items} />}
      {tokens && <Tokens slug={category.slug} first={tokens} />}
    </div>
  )
}

type Data = Route.ComponentProps['loaderData']

function Items({ slug, first }: { slug: string; first: NonNullable<Data['items']> }) {
  const more = useMore(links.category(slug), first, (cursor) =>
    call('listCategoryItems', { query: { ...withoutRegulated, categorySlugs: slug, limit: limits.pageSize, cursor } }),
  )
  if (more.items.length === 0) return <Nothing />
  return (
    <div>
      <PieceGrid>
        {more.items.map((item) => (
          <li key={item.itemId}>
            <ItemCard item={item} />
          </li>
        ))}
      </PieceGrid>
      <More
        shown={more.items.length}
        total={first.total}
        isLoading={more.isLoading}
        failure={more.failure}
        onMore={() => void more.loadMore()}
        nextHref={more.cursor === undefined ? undefined : `${links.category(slug)}?cursor=${more.cursor}`}
      />
    </div>
  )
}

function Tokens({ slug, first }: { slug: string; first: NonNullable<Data['tokens']> }) {
  const here = `${links.category(slug)}?view=tokens`
  const more = useMore(here, first, (cursor) =>
    call('listCategoryTokens', { query: { ...withoutRegulated, categorySlugs: slug, limit: limits.pageSize, cursor } }),
  )
  if (more.items.length === 0) return <Nothing />
  return (
    <div>
      <PieceGrid>
        {more.items.map((token) => (
          <li key={token.tokenId}>
            <TokenCard token={token} />
          </li>
        ))}
      </PieceGrid>
      <More
        shown={more.items.length}
        total={undefined}
        isLoading={more.isLoading}
        failure={more.failure}
        onMore={() => void more.loadMore()}
        nextHref={more.cursor === undefined ? undefined : `${here}&cursor=${more.cursor}`}
      />
    </div>
  )
}

function Nothing() {
  const { t } = useWords()
  return <EmptyState title={t('category.empty.title')} text={t('category.empty.text')} />
}
