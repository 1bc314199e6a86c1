import type { TokenView } from '@kura/contract/token'
import { formatMoment } from '../time.ts'
import { CopyText } from '../ui/copy-text.tsx'
import { TransactionLink } from '../ui/transaction-link.tsx'
import { useWords } from '../words/use-words.ts'

/** What the chain has recorded of a token, with the transaction of each event. */
export function TokenHistory({ history }: { history: TokenView['history'] }) {
  const { t, language } = useWords()
  return (
    <section className="grid gap-3">
      <h2 className="text-18">{t('token.history')}</h2>
      <p className="text-12 text-sub-text">{t('token.history-text')}</p>
      <ol className="grid">
        {history.map(({ kind, address, at, txId }) => (
          <li
            key={`${txId}${kind}${address}`}
            className="relative grid gap-1 border-l-2 border-line pb-6 pl-5 last:pb-0"
          >
            <span className="absolute top-1.5 -left-[6px] size-2.5 rounded-full bg-indigo-text" aria-hidden="true" />
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 leading-label">
              <span className="text-14 font-semibold text-ink">{t(`token.event.${kind}`)}</span>
              <time dateTime={at} className="tabular text-12 text-sub-text">
                {formatMoment(at, language)}
              </time>
            </p>
            {address !== '' && <CopyText text={address} />}
            <TransactionLink txId={txId} />
          </li>
        ))}
      </ol>
    </section>
  )
}
