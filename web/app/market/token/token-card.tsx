import { Link } from 'react-router'
import type { TokenCardView } from '@kura/contract/market/token'
import { cardSizes } from '../../catalogue/item/item-card.tsx'
import { RarityMark } from '../../catalogue/item/rarity-mark.tsx'
import { links } from '../../platform/links.ts'
import { Badge } from '../../ui/chips.tsx'
import { FramedPicture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import { formatSerial } from '../../platform/format.ts'

export type TokenCardState = 'selling' | 'gifting' | 'moving'

/** One owned piece in a list, its serial large; `state` shows what is under way with it. */
export function TokenCard({
  token,
  state,
  isFirst = false,
}: {
  token: TokenCardView
  state?: TokenCardState
  isFirst?: boolean
}) {
  const { t, pick } = useWords()
  return (
    <article className="group relative grid gap-2">
      <div className="transition-transform duration-300 hoverable:group-hover:-translate-y-1">
        <FramedPicture picture={token.picture} alt="" sizes={cardSizes} isFirst={isFirst} />
      </div>
      {state && (
        <div className="absolute top-2 left-2 z-1">
          <Badge tone="strong">{t(`token.state.${state}`)}</Badge>
        </div>
      )}
      <div className="grid gap-1 px-0.5">
        <div className="flex items-center justify-between gap-2">
          <p className="tabular text-20 leading-label font-bold text-ink">{formatSerial(token.serial)}</p>
          <RarityMark rarity={token.rarity} isBare />
        </div>
        <h3 className="line-clamp-2 text-14 leading-[1.5]">
          <Link to={links.token(token.tokenId)} className="stretched group-hover:underline">
            {pick(token.name)}
          </Link>
        </h3>
        <p className="truncate text-12 text-sub-text">{pick(token.seriesName)}</p>
        <p className="tabular text-12 leading-label text-sub-text">{t('item.edition', { count: token.editionSize })}</p>
      </div>
    </article>
  )
}
