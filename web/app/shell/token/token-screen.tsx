import { Link } from 'react-router'
import type { Route } from './+types/token-screen.ts'
import type { TokenView } from '@kura/contract/market/token'
import { RarityMark } from '../../catalogue/item/rarity-mark.tsx'
import { links } from '../../platform/links.ts'
import { ListingBox } from '../../market/listing/listing-box.tsx'
import { orThrow, pageApi } from '../../platform/page-data.ts'
import { cursorParam, loadBy } from '../../ui/page-search.ts'
import { OwnTokenActions } from '../../market/listing/own-token-actions.tsx'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { formatMoment, formatSerial } from '../../platform/format.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { LeadLayout, LeadPicture } from '../../ui/lead-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { useWords } from '../../words/use-words.ts'
import { TokenHistory } from '../../market/token/token-history.tsx'

const refreshMs = 10_000

/** Not kept: a token changes hands on chain, and the page must show it at once. */
export const loader = loadBy(
  { history: cursorParam },
  async ({ context, params: { tokenId } }: Route.LoaderArgs, given) => {
    const api = pageApi(context)
    const cursor = given.get('history')
    const [found, history, clock] = await Promise.all([
      api('showToken', { params: { tokenId } }),
      api('listTokenHistory', { params: { tokenId }, query: cursor === null ? {} : { cursor } }),
      api('currentTimestamp', {}),
    ])
    const token = orThrow(found)
    const listings = await api('listListings', { params: { itemId: token.itemId }, query: { tokenId } })
    return {
      token,
      history: orThrow(history),
      cursor,
      listings: orThrow(listings),
      nowMs: orThrow(clock).currentTimestamp,
    }
  },
)

export default function TokenScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { history, cursor, listings, nowMs } = loaderData
  const token = useLiveToken(loaderData.token)
  const isOwn = useSession()?.flowAddress === token.ownerAddress && token.ownerAddress !== ''
  const name = pick(token.name)
  return (
    <div className="page grid gap-2 pt-1 md:pt-4">
      <PageHead
        title={t('token.title', { name, serial: token.serial })}
        description={pick(token.description)}
        picture={token.picture}
      />
      <Breadcrumbs
        trail={[
          { name: pick(token.seriesName), to: links.series(token.seriesId) },
          { name, to: links.item(token.itemId) },
        ]}
      />
      <LeadLayout
        lead={<LeadPicture picture={token.picture} alt={name} />}
        aside={
          <>
            <div className="grid gap-2">
              <RarityMark rarity={token.rarity} />
              <p className="tabular text-40 leading-label font-bold text-ink">
                <span className="sr-only">{t('token.serial')} </span>
                {formatSerial(token.serial)}
              </p>
              <p className="tabular text-14">{t('token.of-edition', { size: token.editionSize })}</p>
              <h1 className="text-24">{name}</h1>
            </div>
            {!isOwn && <ListingBox itemId={token.itemId} tokenId={token.tokenId} first={listings} nowMs={nowMs} />}
            <OwnTokenActions token={token} />
            <TokenFacts token={token} />
            <LinkButton to={links.item(token.itemId)} look="secondary" isWide>
              {t('token.view-item')}
            </LinkButton>
          </>
        }
      >
        <section className="grid gap-3">
          <h2 className="text-18">{t('item.about')}</h2>
          <p className="max-w-reading whitespace-pre-line">{pick(token.description)}</p>
        </section>
        <TokenHistory tokenId={token.tokenId} first={history} cursor={cursor} />
      </LeadLayout>
    </div>
  )
}

/** The token as it is now: it may change hands while it is visible. */
function useLiveToken(token: TokenView): TokenView {
  const { data = token } = useCall(
    'showToken',
    { params: { tokenId: token.tokenId } },
    { fallbackData: token, refreshInterval: refreshMs, refreshWhenHidden: false },
  )
  return data
}

function TokenFacts({ token }: { token: TokenView }) {
  const { t, language } = useWords()
  return (
    <Facts>
      <Fact name={t('token.owner')}>
        <Owner token={token} />
      </Fact>
      <Fact name={t('token.minted-at')}>
        <time dateTime={token.mintedAt} className="tabular">
          {formatMoment(token.mintedAt, language)}
        </time>
      </Fact>
      <Fact name={t('token.id')}>
        <CopyText text={token.tokenId} />
      </Fact>
    </Facts>
  )
}

function Owner({ token }: { token: TokenView }) {
  const { t } = useWords()
  const own = useSession()?.flowAddress
  if (token.ownerAddress === '') return t('token.owner-none')
  const isMember = token.ownerUserId !== null
  return (
    <div className="grid gap-1">
      {isMember ? (
        <Link
          to={links.profile(token.ownerAddress)}
          className="inline-flex min-h-6 items-center justify-self-start font-medium text-indigo-text underline-offset-4 hover:underline"
        >
          {token.ownerName || t('profile.anonymous')}
        </Link>
      ) : (
        <span>{t('token.owner-unknown')}</span>
      )}
      {own === token.ownerAddress && <span className="text-12 text-success-text">{t('token.owner-self')}</span>}
      <CopyText text={token.ownerAddress} />
    </div>
  )
}
