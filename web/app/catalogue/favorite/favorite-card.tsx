import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FavoriteView } from '@kura/contract/discovery/favorite'
import { formatYen } from '@kura/contract/money'
import { links } from '../../platform/links.ts'
import { FramedPicture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import { cardSizes } from '../item/item-card.tsx'
import { HeartButton } from './heart-button.tsx'
import '../../words/fan-words.ts'

const pageOf = { item: links.item, series: links.series, pack: links.pack }

/** A favourite in a list: a work, a series or a pack; `children` stand below it. */
export function FavoriteCard({ favorite, children }: { favorite: FavoriteView; children?: ReactNode }) {
  const { t, pick } = useWords()
  const { kind, id, name, seriesName, picture, priceYen, listedYen } = favorite
  return (
    <article className="grid gap-2">
      <div className="group relative grid gap-2">
        {picture && <FramedPicture picture={picture} alt="" sizes={cardSizes} />}
        <div className="grid gap-1 px-0.5">
          <p className="text-12 text-sub-text">{t(`favorite.kind.${kind}`)}</p>
          <h3 className="line-clamp-2 text-14 leading-[1.5]">
            <Link to={pageOf[kind](id)} className="stretched group-hover:underline">
              {pick(name)}
            </Link>
          </h3>
          {seriesName && <p className="truncate text-12 text-sub-text">{pick(seriesName)}</p>}
          <p className="tabular flex flex-wrap gap-x-3 text-12 leading-label text-ink">
            {priceYen !== null && (
              <span>{kind === 'pack' ? formatYen(priceYen) : t('item.in-pack', { price: formatYen(priceYen) })}</span>
            )}
            {listedYen !== null && <span>{t('favorite.listed-from', { price: formatYen(listedYen) })}</span>}
          </p>
        </div>
        <div className="absolute top-1 right-1 z-1">
          <HeartButton kind={kind} id={id} name={pick(name)} />
        </div>
      </div>
      {children}
    </article>
  )
}
