import { Link } from 'react-router'
import { formatCount } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { OrderRow } from '../../checkout/order/order-row.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { TokenCard } from '../../market/token/token-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { EmptyCollection } from '../../market/token/collection-screen.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { useOwnCount } from '../../market/token/use-own-tokens.ts'
import { WalletPanel } from '../../identity/wallet/wallet-needed.tsx'

const tokensShown = 5
const ordersShown = 3
const packsCounted = 100

export const handle = { title: 'mypage.title' } satisfies PageHandle

export default function OverviewScreen() {
  const { t } = useWords()
  const name = useCall('showProfile', {}).data?.displayName
  return (
    <>
      <MypageHead title={name ? t('mypage.greeting', { name }) : t('mypage.greeting-unnamed')} />
      <WalletPanel />
      <Counts />
      <LatestTokens />
      <LatestOrders />
      <Shortcuts />
    </>
  )
}

function Counts() {
  const { t, language } = useWords()
  const collection = useOwnCount()
  const points = useCall('pointSummary', {}).data?.balance
  const packs = useCall('listUnopenedPacks', { query: { limit: packsCounted } }).data?.items.length
  return (
    <ul className="grid grid-cols-2 gap-3 sm:max-w-[800px] sm:grid-cols-3">
      <Count to={links.collection} icon="vault" name={t('mypage.collection')}>
        {collection === undefined ? undefined : t('mypage.count.collection', { count: collection })}
      </Count>
      <Count to={links.unopenedPacks} icon="pack" name={t('mypage.packs')}>
        {packs === undefined ? undefined : t('mypage.count.packs', { count: packs })}
      </Count>
      <Count to={links.points} icon="point" name={t('mypage.points')}>
        {points === undefined ? undefined : formatCount(points, language)}
      </Count>
    </ul>
  )
}

function Count({
  to,
  icon,
  name,
  children,
}: {
  to: string
  icon: IconName
  name: string
  children: string | undefined
}) {
  return (
    <li className="relative grid gap-1 rounded-card border border-line bg-surface p-4 transition-colors hover:bg-ground">
      <Link to={to} className="stretched flex items-center gap-2 text-14 leading-label text-main">
        <Icon name={icon} className="size-5" />
        {name}
      </Link>
      {/* a new number is a new element, so that a change is seen to move */}
      {children === undefined ? (
        <Skeleton className="h-8 w-16" />
      ) : (
        <p key={children} className="tabular animate-rise text-24 leading-label font-bold text-ink">
          {children}
        </p>
      )}
    </li>
  )
}

const shortcuts = [
  { to: links.airdrops, icon: 'gift', word: 'shell.airdrops' },
  { to: links.passcode, icon: 'pack', word: 'shell.passcode' },
  { to: links.cards, icon: 'card', word: 'mypage.cards' },
  { to: links.contact, icon: 'info', word: 'shell.contact' },
] as const

/** What else a member may look for here. */
function Shortcuts() {
  const { t } = useWords()
  return (
    <ul className="grid grid-cols-2 gap-3 sm:max-w-[800px] sm:grid-cols-4">
      {shortcuts.map(({ to, icon, word }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex h-full min-h-13 items-center gap-2 rounded-card border border-line bg-surface p-3 text-14 leading-label text-ink transition-colors hover:bg-ground"
          >
            <Icon name={icon} className="size-5" />
            {t(word)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function LatestTokens() {
  const { t } = useWords()
  const userId = useSession()?.userId
  const { data } = useCall('listTokens', userId === undefined ? null : { query: { userId, limit: tokensShown } })
  if (!data) return <Skeleton className="h-60" />
  if (data.items.length === 0) return <EmptyCollection />
  return (
    <Section title={t('mypage.latest')} to={links.collection}>
      <ul className="piece-row">
        {data.items.map((token) => (
          <li key={token.tokenId}>
            <TokenCard token={token} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function LatestOrders() {
  const { t } = useWords()
  const { data } = useCall('listOrders', { query: { limit: ordersShown } })
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('mypage.latest-orders')} to={links.orders}>
      <ul className="grid gap-3">
        {data.items.map((order) => (
          <OrderRow key={order.orderId} order={order} />
        ))}
      </ul>
    </Section>
  )
}
