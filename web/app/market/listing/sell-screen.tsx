import { Suspense, lazy } from 'react'
import type { TokenCardView } from '@kura/contract/market/token'
import type { Route } from './+types/sell-screen.ts'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { orThrow, pageApi } from '../../platform/page-data.ts'
import { useCall } from '../../platform/swr.ts'
import { formatSerial } from '../../platform/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { GatePlace } from '../../identity/wallet/wallet-needed.tsx'
import { useGate } from '../../identity/wallet/use-link-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { isMoving, movingMs } from './listing-words.ts'
import { SellDesk } from './sell-desk.tsx'
import { signSearch } from './sell-desk.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ReadingPage, useTokenTrail } from '../../ui/reading-page.tsx'
import '../../words/listing-words.ts'

// few members come without a wallet, and its prompt loads the words of signing up, logging in and
// linking
const WalletNeeded = lazy(() =>
  import('../../identity/wallet/wallet-needed.tsx').then((module) => ({ default: module.WalletNeeded })),
)

export const handle = { search: signSearch }

/** Not kept: a token changes hands on chain. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return { token: orThrow(await pageApi(context)('showToken', { params: { tokenId: params.tokenId } })) }
}

export { isAnotherPage as shouldRevalidate } from '../../platform/page-data.ts'

export default function SellScreen({ loaderData: { token } }: Route.ComponentProps) {
  const { t } = useWords()
  const trail = useTokenTrail(token)
  return (
    <ReadingPage title={t('sell.title')} trail={trail}>
      <PieceLine token={token} />
      <MemberOnly>
        <Gate key={token.tokenId} token={token} />
      </MemberOnly>
    </ReadingPage>
  )
}

/** What selling requires, in order: a wallet with its vault, then the piece in it. */
function Gate({ token }: { token: TokenCardView }) {
  const gate = useGate()
  const isOpen = gate === 'open'
  return (
    <GatePlace isOpen={isOpen}>
      {isOpen ? (
        <Own token={token} />
      ) : (
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <WalletNeeded isVaultMissing={gate === 'create-collection'} goesOn="sell" />
        </Suspense>
      )}
    </GatePlace>
  )
}

function Own({ token }: { token: TokenCardView }) {
  const { data, error, mutate } = useCall(
    'showSellToken',
    { params: { id: token.tokenId } },
    // keeps what is typed there
    { refreshInterval: (latest) => (isMoving(latest) ? movingMs : 0) },
  )
  // meanwhile it went to its buyer or recipient
  if (error?.body.errorCode === 'FORBIDDEN' && isMoving(data)) return <Gone isSold={data?.listing?.state === 'held'} />
  if (data) return <SellDesk position={data} onRenew={() => void mutate()} />
  if (error?.body.errorCode === 'FORBIDDEN') return <Gone isSold={false} />
  if (error) return <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
  return (
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-60 w-full" />
    </div>
  )
}

function Gone({ isSold }: { isSold: boolean }) {
  const { t } = useWords()
  return isSold ? (
    <EmptyState icon="check" title={t('sell.sold')} text={t('sell.sold-text')}>
      <LinkButton to={links.listingsSold}>{t('sell.to-listings')}</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title={t('sell.not-yours')} text={t('sell.not-yours-text')}>
      <LinkButton to={links.collection}>{t('sell.to-collection')}</LinkButton>
    </EmptyState>
  )
}

type Piece = Pick<TokenCardView, 'name' | 'serial' | 'seriesName' | 'picture'>

/** The piece that is about to be sold, in one line. */
function PieceLine({ token }: { token: Piece }) {
  const { t, pick } = useWords()
  return (
    <section
      aria-label={t('sell.piece')}
      className="flex items-center gap-4 rounded-card border border-line bg-surface p-3"
    >
      <Picture picture={token.picture} alt="" sizes="72px" className="w-18 shrink-0 rounded-field" />
      <div className="grid min-w-0 gap-0.5 leading-label">
        <p className="line-clamp-2 text-14 font-semibold text-ink">{pick(token.name)}</p>
        <p className="tabular text-20 font-bold text-ink">{formatSerial(token.serial)}</p>
        <p className="truncate text-12 text-sub-text">{pick(token.seriesName)}</p>
      </div>
    </section>
  )
}
