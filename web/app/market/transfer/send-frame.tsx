import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { TokenView } from '@kura/contract/market/token'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { TokenSummary } from '../../ui/bought-summary.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { ReadingPage, useTokenTrail } from '../../ui/reading-page.tsx'
import { GatePlace, WalletNeeded } from '../../identity/wallet/wallet-needed.tsx'
import { useGate } from '../../identity/wallet/use-link-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { obstacleOf } from './obstacle.ts'
import type { TokenObstacle } from './obstacle.ts'
import { useWay } from './recipient.ts'
import '../../words/transfer-words.ts'

type SendFrameProps = { token: TokenView; title: string; lead: string; children: ReactNode }

/** The page that sends a token: which token, and what keeps it from being sent at all. */
export function SendFrame({ token, title, lead, children }: SendFrameProps) {
  const { t } = useWords()
  const trail = useTokenTrail(token)
  return (
    <ReadingPage title={title} trail={trail} lead={lead}>
      <section aria-label={t('transfer.piece')}>
        <TokenSummary token={token} />
      </section>
      <MemberOnly>
        <Gate tokenId={token.tokenId}>{children}</Gate>
      </MemberOnly>
    </ReadingPage>
  )
}

function Gate({ tokenId, children }: { tokenId: string; children: ReactNode }) {
  const gate = useGate()
  const isOpen = gate === 'open'
  return (
    <GatePlace isOpen={isOpen}>
      {isOpen ? (
        <Way tokenId={tokenId}>{children}</Way>
      ) : (
        <WalletNeeded isVaultMissing={gate === 'create-collection'} goesOn="here" />
      )}
    </GatePlace>
  )
}

function Way({ tokenId, children }: { tokenId: string; children: ReactNode }) {
  const { way, error, retry } = useWay(tokenId, undefined)
  const obstacle = obstacleOf(way?.obstacles, 'token')
  const place = useRef<HTMLDivElement>(null)
  const wasClosed = useRef(false)
  useEffect(() => {
    // the token became free during the check: the focused element is gone
    if (wasClosed.current && way && !obstacle) place.current?.focus()
    if (way) wasClosed.current = obstacle !== undefined
  }, [way, obstacle])
  if (error && !way) return <ErrorState code={error.body.errorCode} onRetry={retry} />
  if (!way) return <Skeleton className="h-60 w-full" />
  return (
    <div ref={place} tabIndex={-1} className="grid gap-6 focus:outline-none">
      {obstacle ? <Closed tokenId={tokenId} obstacle={obstacle} /> : children}
    </div>
  )
}

/** Replaces the form for a token that cannot be sent now: why, and what to do next. */
function Closed({ tokenId, obstacle }: { tokenId: string; obstacle: TokenObstacle }) {
  const { t } = useWords()
  return (
    <EmptyState title={t('transfer.closed')} text={t(`transfer.obstacle.${obstacle}`)}>
      {(obstacle === 'listed' || obstacle === 'held') && (
        <LinkButton to={links.listings}>{t('transfer.to-listings')}</LinkButton>
      )}
      {obstacle === 'offered-as-gift' && <LinkButton to={links.gifts}>{t('transfer.to-gifts')}</LinkButton>}
      <LinkButton to={links.token(tokenId)} look="secondary">
        {t('transfer.to-token')}
      </LinkButton>
    </EmptyState>
  )
}
