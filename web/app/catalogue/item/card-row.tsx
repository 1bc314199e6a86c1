import { Link } from 'react-router'
import type { CardView } from '@kura/contract/shop/opening'
import { RarityMark } from './rarity-mark.tsx'
import { links } from '../../platform/links.ts'
import { formatSerial } from '../../platform/format.ts'
import { classes } from '../../ui/classes.ts'
import { FramedPicture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'

/**
 * The contents of a pack in a row, with serials; each card links to its token once the chain's id
 * is known.
 */
export function CardRow({ cards, isCentered = false }: { cards: readonly CardView[]; isCentered?: boolean }) {
  const { pick, t } = useWords()
  return (
    <ul className={classes('piece-row', isCentered && 'safe-center')}>
      {cards.map((card) => (
        <li key={card.refId} className="relative grid content-start gap-2">
          <FramedPicture picture={card.picture} alt="" sizes="(width >= 900px) 200px, 44vw" />
          <div className="grid gap-1 px-0.5">
            <div className="flex items-center justify-between gap-2">
              <p className="tabular text-18 leading-label font-bold text-ink">{formatSerial(card.serial)}</p>
              <RarityMark rarity={card.rarity} isBare />
            </div>
            <h3 className="line-clamp-2 text-14 leading-[1.5]">
              {card.tokenId === null ? (
                pick(card.name)
              ) : (
                <Link to={links.token(card.tokenId)} className="stretched hover:underline">
                  {pick(card.name)}
                </Link>
              )}
            </h3>
            <p className="tabular text-12 leading-label text-sub-text">
              {t('item.edition', { count: card.editionSize })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
