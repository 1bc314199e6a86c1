import { useEffect, useRef } from 'react'
import type { CardView } from '@kura/contract/checkout/order'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { CardRow } from '../../catalogue/item/card-row.tsx'
import '../../words/order-words.ts'

const fadeMs = 400

type OpenedCardsProps = { cards: readonly CardView[]; orderId: string; packId: string }

/** The end of an opening: all cards in a row with their serials, how they were dealt, and what can be done next. */
export function OpenedCards({ cards, orderId, packId }: OpenedCardsProps) {
  const { t } = useWords()
  const ref = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // a fade is no motion: it also comes where the style sheet shortens every animation
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

/** On with the next one, as long as there are some; never the one that was just opened, which a kept list may still have. */
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
