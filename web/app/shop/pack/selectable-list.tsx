import { formatCount } from '../../platform/format.ts'
import { cardSizes } from '../../catalogue/item/item-card.tsx'
import { RarityMark } from '../../catalogue/item/rarity-mark.tsx'
import { useIsHydrated, useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { FramedPicture } from '../../ui/picture.tsx'
import { CardSkeleton, ErrorState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/give-words.ts'

/** The items a selectable pack can hold, read-only; for members, as the list is. */
export function SelectableList({ packId }: { packId: string }) {
  const { t, pick, language } = useWords()
  const isMember = useSession() !== undefined
  const isGuest = useIsHydrated() && !isMember
  const { data, error, mutate } = useCall('listSelectable', { params: { packId } })
  return (
    <section className="grid min-w-0 gap-4">
      <h2 className="text-18">{t('pick.list')}</h2>
      {data ? (
        <ul className="pieces">
          {data.items.map(({ item, remaining, most }) => (
            <li key={item.itemId} className="grid content-start gap-1">
              <FramedPicture picture={item.picture} alt="" sizes={cardSizes} />
              <RarityMark rarity={item.rarity} />
              <h3 className="text-14 leading-[1.5]">{pick(item.name)}</h3>
              <p className="tabular flex flex-wrap gap-x-3 text-12 text-sub-text">
                <span>
                  {remaining === 0 ? t('pick.none-left') : t('pick.left', { left: formatCount(remaining, language) })}
                </span>
                {most > 1 && <span>{t('pick.most', { count: most })}</span>}
              </p>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
      ) : isGuest ? (
        <p className="text-14">{t('pick.list-guest')}</p>
      ) : (
        <div className="pieces" aria-hidden="true">
          <CardSkeleton />
          <CardSkeleton />
        </div>
      )}
    </section>
  )
}
