import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ItemCardView } from '@kura/contract/catalogue/item'
import { formatYen } from '@kura/contract/money'
import { links } from '../../platform/links.ts'
import { FramedPicture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import { RarityMark } from './rarity-mark.tsx'

/** How wide a card's picture is in the grid of pieces. */
export const cardSizes = '(width >= 1200px) 180px, (width >= 900px) 20vw, (width >= 600px) 28vw, 40vw'

/** Replaces the pack and the edition at the end of a card: a price, if any, and other notes. */
type CardLine = { lead: string | null; note: string }

/** An item in a list. `corner` is a slot for a member's button such as the favourite heart. */
export function ItemCard({
  item,
  corner,
  line,
  isFirst = false,
}: {
  item: ItemCardView
  corner?: ReactNode
  line?: CardLine
  isFirst?: boolean
}) {
  const { pick } = useWords()
  return (
    <article className="group relative grid gap-2">
      <div className="transition-transform duration-300 hoverable:group-hover:-translate-y-1">
        <FramedPicture picture={item.picture} alt="" sizes={cardSizes} isFirst={isFirst} />
      </div>
      <div className="grid gap-1 px-0.5">
        <RarityMark rarity={item.rarity} isBare />
        <h3 className="line-clamp-2 text-14 leading-[1.5]">
          <Link to={links.item(item.itemId)} className="stretched group-hover:underline">
            {pick(item.name)}
          </Link>
        </h3>
        <p className="truncate text-12 text-sub-text">{pick(item.seriesName)}</p>
        <LastLine item={item} line={line} />
      </div>
      {corner && <div className="absolute top-1 right-1 z-1">{corner}</div>}
    </article>
  )
}

function LastLine({ item, line }: { item: ItemCardView; line: CardLine | undefined }) {
  const { t } = useWords()
  const lead = line ? line.lead : item.priceYen === null ? null : t('item.in-pack', { price: formatYen(item.priceYen) })
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-2 text-12 leading-label">
      {lead !== null && <span className="tabular text-14 font-semibold text-ink">{lead}</span>}
      {!line && lead === null && <span className="text-sub-text">{t('item.no-pack')}</span>}
      <span className="tabular text-sub-text">{line ? line.note : t('item.edition', { count: item.editionSize })}</span>
    </p>
  )
}
