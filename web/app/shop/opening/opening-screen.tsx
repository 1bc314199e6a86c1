import type { Route } from './+types/opening-screen.ts'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { MintProgress } from './mint-progress.tsx'
import './opening.css'
import { OpenedCards } from './opened-cards.tsx'
import { Reveal } from './reveal.tsx'
import { TornPack } from './torn-pack.tsx'
import { openingSearch, useOpening } from './use-opening.ts'
import type { Opening } from './use-opening.ts'
import '../../words/order-words.ts'

export const handle = { search: openingSearch }

export default function OpeningScreen({ params }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <div className="page grid gap-4 pt-4 md:pt-6">
      <PageHead title={t('opening.title')} isHidden />
      <h1 className="sr-only">{t('opening.title')}</h1>
      <MemberOnly>
        {/* another pack is another opening, from its beginning */}
        <Stage key={params.unopenedPackId} unopenedPackId={params.unopenedPackId} />
      </MemberOnly>
    </div>
  )
}

function Stage({ unopenedPackId }: { unopenedPackId: string }) {
  const { t } = useWords()
  const opening = useOpening(unopenedPackId)
  const { stage } = opening
  if (stage === 'loading') return <Skeleton className="h-[70dvh]" />
  if (stage === 'missing') return <Gone />
  if (stage === 'failed') return <ErrorState code={opening.failure ?? 'SERVICE_UNAVAILABLE'} onRetry={opening.retry} />
  const canSkip = stage === 'closed' || stage === 'tearing' || stage === 'minting' || stage === 'reveal'
  return (
    <div className="opening-stage -mx-4 grid min-h-[min(76dvh,760px)] grid-rows-[auto_1fr] overflow-hidden px-4 py-4 sm:mx-0 sm:rounded-card sm:px-8">
      <div className="flex min-h-11 justify-end">
        {canSkip && !opening.isSkipped && (
          <Button look="quiet" onClick={opening.skip}>
            {t(stage === 'closed' ? 'opening.skip-all' : 'opening.skip')}
          </Button>
        )}
      </div>
      <Scene opening={opening} />
    </div>
  )
}

function Scene({ opening: known }: { opening: Opening }) {
  const { t } = useWords()
  const { stage, order, opening, cardsPerPack, failure, isSkipped, open, skip } = known
  if (!order) return null
  if (stage === 'closed' || stage === 'tearing')
    return (
      <TornPack
        order={order}
        cardsPerPack={cardsPerPack}
        isTorn={stage === 'tearing'}
        failure={failure}
        onTear={() => void open()}
      />
    )
  if (stage === 'minting') return <MintProgress order={order} opening={opening ?? null} isSkipped={isSkipped} />
  if (stage === 'reveal') return <Reveal cards={opening?.cards ?? []} onEnd={skip} />
  if (stage === 'cards')
    return <OpenedCards cards={opening?.cards ?? []} orderId={order.orderId} packId={order.packId ?? ''} />
  const isGift = order.tender === 'grant'
  return (
    <div role="status" className="grid place-content-center justify-items-center gap-4 text-center">
      <p className="text-20 font-semibold text-ink">{t(stage === 'stuck' ? 'opening.stuck' : 'opening.refunded')}</p>
      <p className="max-w-reading text-14 text-main">
        {t(stage === 'refunded' ? 'opening.refunded-text' : isGift ? 'opening.stuck-gift-text' : 'opening.stuck-text')}
      </p>
      <LinkButton to={links.order(order.orderId)} look="secondary">
        {t('opening.to-order')}
      </LinkButton>
    </div>
  )
}

function Gone() {
  const { t } = useWords()
  return (
    <EmptyState icon="pack" title={t('opening.gone.title')} text={t('opening.gone.text')}>
      <LinkButton to={links.collection}>{t('opening.to-collection')}</LinkButton>
      <LinkButton to={links.orders} look="secondary">
        {t('order.to-list')}
      </LinkButton>
    </EmptyState>
  )
}
