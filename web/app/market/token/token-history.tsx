import { Link } from 'react-router'
import type { ApiOutput } from '@kura/contract/api'
import { formatYen } from '@kura/contract/money'
import type { TokenHistoryView } from '@kura/contract/market/token'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { formatMoment } from '../../platform/format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { More } from '../../ui/more-list.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { useLiveList } from '../../platform/use-live-list.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/market-words.ts'

const refreshMs = 30_000

type TokenHistoryProps = {
  tokenId: string
  first: ApiOutput<'listTokenHistory'>
  /** The cursor of its first page, unless it starts with the newest event. */
  cursor: string | null
}

/** The history of a token, newest first, with the transaction of each event. */
export function TokenHistory({ tokenId, first, cursor: from }: TokenHistoryProps) {
  const { t } = useWords()
  const pageHref = (cursor: string): string => `${links.token(tokenId)}?history=${encodeURIComponent(cursor)}`
  const list = useLiveList({
    key: ['listTokenHistory', tokenId, from],
    first,
    load: (next) => {
      const cursor = next ?? from
      return call('listTokenHistory', { params: { tokenId }, query: cursor === null ? {} : { cursor } })
    },
    refreshMs,
  })
  return (
    <section aria-labelledby="history-title" className="grid gap-3">
      <h2 id="history-title" className="text-18">
        {t('market.event')}
      </h2>
      <p className="text-12 text-sub-text">{t('market.event-lead')}</p>
      <ol className="grid">
        {list.items.map((event) => (
          <li
            key={event.txId}
            className="relative grid gap-1 border-l-2 border-line pb-6 pl-5 last:border-transparent last:pb-0"
          >
            <span className="absolute top-1.5 -left-[6px] size-2.5 rounded-full bg-indigo-text" aria-hidden="true" />
            <HistoryEntry event={event} />
          </li>
        ))}
      </ol>
      {list.nextCursor !== undefined && (
        <More
          shown={list.items.length}
          total={undefined}
          isLoading={list.isLoading}
          failure={list.failure}
          onMore={list.loadMore}
          nextHref={pageHref(list.nextCursor)}
        />
      )}
    </section>
  )
}

function HistoryEntry({ event }: { event: TokenHistoryView }) {
  const { t, language } = useWords()
  const { kind, at, txId, price, fromAddress, fromName, fromUserId, toAddress, toName, toUserId } = event
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 leading-label">
        <span className="text-14 font-semibold text-ink">
          {t(`market.event.${kind}`)}
          {price !== null && <span className="tabular ml-2">{formatYen(price)}</span>}
        </span>
        <time dateTime={at} className="tabular text-12 text-sub-text">
          {formatMoment(at, language)}
        </time>
      </p>
      <dl className="grid gap-x-3 text-12 sm:grid-cols-2">
        {kind !== 'mint' && <Holder part="from" address={fromAddress} name={fromName} isMember={fromUserId !== null} />}
        {kind !== 'burn' && <Holder part="to" address={toAddress} name={toName} isMember={toUserId !== null} />}
      </dl>
      <TransactionLink txId={txId} />
    </>
  )
}

type HolderProps = { part: 'from' | 'to'; address: string; name: string | null; isMember: boolean }

function Holder({ part, address, name, isMember }: HolderProps) {
  const { t } = useWords()
  return (
    <div className="flex min-w-0 items-start gap-2">
      <dt className="shrink-0 pt-1 leading-label text-sub-text">{t(`market.event.${part}`)}</dt>
      <dd className="min-w-0">
        {isMember && (
          <Link
            to={links.profile(address)}
            className="inline-block py-1 leading-label font-medium text-indigo-text underline-offset-4 hover:underline"
          >
            {name || t('profile.anonymous')}
          </Link>
        )}
        {address === '' ? <span className="text-main">{t('market.event.nobody')}</span> : <CopyText text={address} />}
      </dd>
    </div>
  )
}
