import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CardView } from '@kura/contract/shop/opening'
import { RarityMark } from '../../catalogue/item/rarity-mark.tsx'
import { formatSerial } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import { inOrderOfShow, msPerCard } from './opening-stage.ts'
import '../../words/order-words.ts'

/**
 * One card at a time, the rarest last, its rarity shown by light. Continues automatically; a tap is
 * faster.
 */
export function Reveal({ cards: found, onEnd }: { cards: readonly CardView[]; onEnd: () => void }) {
  const { t, pick } = useWords()
  const [cards] = useState(() => inOrderOfShow(found))
  const nextButton = useRef<HTMLButtonElement>(null)
  const [index, setIndex] = useState(0)
  const card = cards[index]
  const isOver = card === undefined
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    // with reduced motion the row appears at once, as a fade
    if (isOver || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      end()
      return undefined
    }
    const timer = setTimeout(() => setIndex(index + 1), msPerCard(cards.length))
    return () => clearTimeout(timer)
  }, [index, isOver, cards.length])
  useEffect(() => nextButton.current?.focus({ preventScroll: true }), [])
  if (!card) return null
  const next = (): void => setIndex(index + 1)
  return (
    <div className="relative grid place-content-center justify-items-center gap-5 text-center">
      <p className="tabular text-14 text-main">{t('opening.card-of', { number: index + 1, total: cards.length })}</p>
      <div className="grid min-h-[min(46dvh,380px)] place-items-center">
        <button
          key={card.refId}
          type="button"
          onClick={next}
          className="reveal w-[min(56vw,240px)]"
          data-rarity={card.rarity}
        >
          <span className="reveal-light" aria-hidden="true" />
          <span className="reveal-card relative block">
            <Picture
              picture={card.picture}
              alt=""
              sizes="(width >= 600px) 240px, 56vw"
              isFirst
              className="rounded-field"
            />
          </span>
          <span className="sr-only">{t('opening.next')}</span>
        </button>
      </div>
      <div role="status" className="grid justify-items-center gap-1">
        <p className="tabular text-24 leading-label font-bold text-ink">{formatSerial(card.serial)}</p>
        <p className="line-clamp-2 max-w-[320px] text-16 leading-[1.5] text-ink">{pick(card.name)}</p>
        <RarityMark rarity={card.rarity} />
      </div>
      <Button ref={nextButton} look="secondary" onClick={next}>
        {t('opening.next')}
      </Button>
      <Preload cards={cards.slice(index + 1, index + 3)} />
    </div>
  )
}

/** The next pictures, so that none comes late. */
function Preload({ cards }: { cards: readonly CardView[] }) {
  return (
    <div className="pointer-events-none absolute size-px overflow-hidden opacity-0" aria-hidden="true">
      {cards.map((card) => (
        <Picture
          key={card.refId}
          picture={card.picture}
          alt=""
          sizes="(width >= 600px) 240px, 56vw"
          isFirst
          className="w-px"
        />
      ))}
    </div>
  )
}
