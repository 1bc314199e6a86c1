import type { TokenCardView } from '@kura/contract/market/token'
import { formatSerial } from '../../platform/format-serial.ts'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/selling-words.ts'

type Piece = Pick<TokenCardView, 'name' | 'serial' | 'seriesName' | 'picture'>

/** The piece that is about to be sold, in one line. */
export function PieceLine({ token }: { token: Piece }) {
  const { t, pick } = useWords()
  return (
    <section
      aria-label={t('sell.piece')}
      className="flex items-center gap-4 rounded-card border border-line bg-surface p-3"
    >
      <Picture picture={token.picture} alt="" sizes="72px" className="w-18 shrink-0 rounded-field" />
      <div className="grid min-w-0 gap-0.5 leading-label">
        <p className="line-clamp-2 text-14 font-semibold text-ink">{pick(token.name)}</p>
        <p className="tabular text-20 font-bold text-ink">{formatSerial(token.serial)}</p>
        <p className="truncate text-12 text-sub-text">{pick(token.seriesName)}</p>
      </div>
    </section>
  )
}
