import type { Picture as PictureView, Words } from '@kura/contract/ids'
import { formatSerial } from '../platform/format.ts'
import { Picture } from './picture.tsx'
import { Price } from './price.tsx'
import { Skeleton } from './states.tsx'
import { useWords } from '../words/use-words.ts'

type Bought = {
  name: Words
  picture: PictureView
  /** Undefined while it is not known; null when there is none. */
  priceYen: number | null | undefined
  /** False of a private seller’s price, which has no tax in it. */
  isTaxed?: boolean
  /** A detail that distinguishes it: the number of pieces, or its serial. */
  note?: string | undefined
}

/** A small summary of a purchase: picture, name, and price unless it was given. */
export function BoughtSummary({ bought }: { bought: Bought }) {
  const { pick } = useWords()
  return (
    <div className="flex items-center gap-4 rounded-card border border-line bg-surface p-4">
      <Picture picture={bought.picture} alt="" sizes="72px" className="w-[72px] shrink-0 rounded-field" isFirst />
      <div className="grid min-w-0 gap-1">
        <p className="line-clamp-2 text-16 leading-[1.5] font-semibold text-ink">{pick(bought.name)}</p>
        {bought.note !== undefined && <p className="tabular text-12 text-sub-text">{bought.note}</p>}
        {bought.priceYen === undefined && <Skeleton className="h-6 w-24" />}
        {typeof bought.priceYen === 'number' && <Price yen={bought.priceYen} isTaxed={bought.isTaxed ?? true} />}
      </div>
    </div>
  )
}

type Token = { name: Words; picture: PictureView; serial: number; seriesName: Words }

/** A small summary of a token: picture, name, serial and series. */
export function TokenSummary({ token: { name, picture, serial, seriesName } }: { token: Token }) {
  const { pick } = useWords()
  const note = `${formatSerial(serial)} · ${pick(seriesName)}`
  return <BoughtSummary bought={{ name, picture, priceYen: null, note }} />
}
