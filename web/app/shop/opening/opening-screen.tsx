import type { ErrorCode } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import type { CardView } from '@kura/contract/shop/opening'
import { useEffect, useRef } from 'react'
import type { Route } from './+types/opening-screen.ts'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { MintProgress } from './mint-progress.tsx'
import { Reveal } from './reveal.tsx'
import { openingSearch, useOpening } from './use-opening.ts'
import type { Opening } from './use-opening.ts'
import { PackFront } from '../pack/pack-front.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useCall } from '../../platform/swr.ts'
import { CardRow } from '../../catalogue/item/card-row.tsx'
import './opening.css'
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

type TornPackProps = {
  order: OrderView
  cardsPerPack: number | undefined
  isTorn: boolean
  failure: ErrorCode | undefined
  onTear: () => void
}

const sizes = '(width >= 600px) 300px, 60vw'

/** The closed pack; a tap tears its top off and light comes out. */
function TornPack({ order, cardsPerPack, isTorn, failure, onTear }: TornPackProps) {
  const { t, pick } = useWords()
  return (
    <div className="grid place-content-center justify-items-center gap-6 text-center">
      <button
        type="button"
        // not disabled: a disabled button would lose the keyboard focus
        aria-disabled={isTorn || undefined}
        onClick={isTorn ? undefined : onTear}
        className="tear w-[min(60vw,260px)] rounded-field"
        data-torn={isTorn ? '' : undefined}
      >
        <span className="tear-light" aria-hidden="true" />
        <span className="tear-rest block">
          <PackFront picture={order.picture} sizes={sizes} isFirst />
        </span>
        <span className="tear-top block" aria-hidden="true">
          <PackFront picture={order.picture} sizes={sizes} isFirst />
        </span>
        <span className="sr-only">
          {pick(order.name)}: {t('opening.tap')}
        </span>
      </button>
      <div className="grid gap-1">
        <p className="text-18 font-semibold text-ink">{pick(order.name)}</p>
        <p className="text-16 text-ink" aria-hidden="true">
          {isTorn ? '…' : t('opening.tap')}
        </p>
        {cardsPerPack !== undefined && (
          <p className="text-12 text-main">{t('opening.note', { count: cardsPerPack })}</p>
        )}
        <FieldError error={failure && t(`error.${failure}`)} />
      </div>
    </div>
  )
}

const fadeMs = 400

type OpenedCardsProps = { cards: readonly CardView[]; orderId: string; packId: string }

/**
 * The end of an opening: all cards in a row with their serials, how they were dealt, and what can
 * be done next.
 */
function OpenedCards({ cards, orderId, packId }: OpenedCardsProps) {
  const { t } = useWords()
  const ref = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // a fade is not motion, so it runs even where the style sheet shortens every animation
    ref.current?.animate([{ opacity: 0 }, { opacity: 1 }], fadeMs)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={ref} className="grid min-w-0 content-center gap-8">
      <h2 ref={heading} tabIndex={-1} className="text-center text-24">
        {t('opening.done', { count: cards.length })}
      </h2>
      <CardRow cards={cards} isCentered />
      <div className="flex flex-wrap justify-center gap-3">
        <NextPack openedOrderId={orderId} />
        <LinkButton to={links.collection} look="secondary">
          {t('opening.to-collection')}
        </LinkButton>
        <LinkButton to={links.order(orderId)} look="quiet">
          {t('opening.to-order')}
        </LinkButton>
        <LinkButton to={links.packProof(packId)} look="quiet">
          {t('pack.fairness')}
        </LinkButton>
      </div>
    </div>
  )
}

/**
 * Continues with the next pack, if any; never the one just opened, which a cached list may still
 * contain.
 */
function NextPack({ openedOrderId }: { openedOrderId: string }) {
  const { t } = useWords()
  const found = useCall('listUnopenedPacks', { query: { limit: 100 } }).data?.items ?? []
  const packs = found.filter(({ orderId }) => orderId !== openedOrderId)
  const [pack] = packs
  if (!pack) return null
  return (
    <LinkButton to={links.opening(pack.unopenedPackId, pack.orderId)}>
      {t('opening.next-pack', { count: packs.length })}
    </LinkButton>
  )
}
