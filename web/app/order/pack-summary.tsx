import type { Picture as PictureView, Words } from '@kura/contract/ids'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { useWords } from '../words/use-words.ts'

type Summary = { name: Words; picture: PictureView; priceYen: number | null; cardsPerPack?: number }

/** The pack a purchase is about, small: picture, name, price with tax, or none when it was given. */
export function PackSummary({ pack }: { pack: Summary }) {
  const { t, pick } = useWords()
  return (
    <div className="flex items-center gap-4 rounded-card border border-line bg-surface p-4">
      <Picture picture={pack.picture} alt="" sizes="72px" className="w-[72px] shrink-0 rounded-field" isFirst />
      <div className="grid min-w-0 gap-1">
        <p className="line-clamp-2 text-16 leading-[1.5] font-semibold text-ink">{pick(pack.name)}</p>
        {pack.cardsPerPack !== undefined && (
          <p className="text-12 text-sub-text">{t('pack.cards', { count: pack.cardsPerPack })}</p>
        )}
        {pack.priceYen !== null && <Price yen={pack.priceYen} />}
      </div>
    </div>
  )
}
