import { formatYen } from '@kura/contract/money'
import type { TimelineEvent } from '@kura/contract/chain/transaction'
import { pointText } from '../../money/point/point-text.ts'
import { formatMoment } from '../../platform/time.ts'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { timelineWord } from './timeline-words.ts'
import '../../words/order-words.ts'

type OrderTimelineProps = { timeline: readonly TimelineEvent[]; isToken: boolean }

/** All that happened to an order, oldest first: at the payment company, to points, on the chain and here. Folded until asked for. */
export function OrderTimeline({ timeline, isToken }: OrderTimelineProps) {
  const { t } = useWords()
  const told = timeline.flatMap((event) => {
    const word = timelineWord(event, isToken)
    return word === undefined ? [] : [{ event, word }]
  })
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="flex min-h-13 cursor-pointer items-center px-4 py-3 text-16 leading-label font-semibold text-ink">
        <span className="ml-1">
          {t('timeline.title')}
          <span className="ml-2 text-12 font-normal text-sub-text">{t('timeline.count', { count: told.length })}</span>
        </span>
      </summary>
      <ol className="grid divide-y divide-line border-t border-line px-4">
        {told.map(({ event, word }, index) => (
          <Line key={`${event.source} ${event.event} ${event.at} ${String(index)}`} event={event} word={word} />
        ))}
      </ol>
    </details>
  )
}

function Line({ event, word }: { event: TimelineEvent; word: WordKey }) {
  const { t, language } = useWords()
  const { at, amountYen, amountPoint, txId, source, code } = event
  return (
    <li className="grid gap-1 py-3">
      <div className="flex items-baseline justify-between gap-4">
        <p className="text-14 text-ink">{t(word)}</p>
        <p className="tabular shrink-0 text-14 font-semibold text-ink">
          {amountYen !== null && formatYen(amountYen)}
          {amountPoint !== null && pointText(t, language, amountPoint)}
        </p>
      </div>
      <p className="tabular text-12 text-sub-text">
        {formatMoment(at, language)}
        {source === 'receipt' &&
          code !== null &&
          ` · ${t('timeline.receipt-number', { number: code.padStart(8, '0') })}`}
      </p>
      {txId !== null && <TransactionLink txId={txId} />}
    </li>
  )
}
