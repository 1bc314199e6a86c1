import { formatYen } from '@kura/contract/money'
import type { OrderView } from '@kura/contract/checkout/order'
import type { TransactionView, TimelineEvent } from '@kura/contract/chain/transaction'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import type { Route } from './+types/order-screen.ts'
import { CardRow } from '../../catalogue/item/card-row.tsx'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { pointText } from '../../money/point/point-text.ts'
import { formatMoment, formatSerial } from '../../platform/format.ts'
import { LinkButton, Button } from '../../ui/button.tsx'
import { Fact, Facts, Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Steps } from '../../ui/steps.tsx'
import { languageOf, useWords } from '../../words/use-words.ts'
import { BoughtSummary } from '../../ui/bought-summary.tsx'
import { hasReceipt, outcomeOf, wasPaid } from './order-outcome.ts'
import { OutcomeNotice } from './outcome-notice.tsx'
import { seenIn, timelineWord } from './outcome-words.ts'
import { useTransaction } from './use-transaction.ts'
import { callFile, saveFile } from '../../platform/call-file.ts'
import { useWork } from '../../platform/use-work.ts'
import { useMe } from '../../identity/session/use-me.ts'
import { FieldError, TextField } from '../../ui/field.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { ReadingPage } from '../../ui/reading-page.tsx'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'

export default function OrderScreen({ params }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <ReadingPage
      title={t('order.title')}
      trail={[
        { name: t('mypage.title'), to: links.mypage },
        { name: t('order.list.title'), to: links.orders },
      ]}
    >
      <MemberOnly>
        <LiveOrder orderId={params.orderId} />
      </MemberOnly>
    </ReadingPage>
  )
}

function LiveOrder({ orderId }: { orderId: string }) {
  const { t } = useWords()
  const { data, error, renew } = useTransaction(orderId)
  if (data) return <Order transaction={data} onChange={renew} />
  if (error && (error.status === 404 || error.status === 400))
    return (
      <EmptyState icon="order" title={t('order.not-found.title')} text={t('order.not-found.text')}>
        <LinkButton to={links.orders}>{t('order.to-list')}</LinkButton>
      </EmptyState>
    )
  if (error) return <ErrorState code={error.body.errorCode} onRetry={renew} />
  return (
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="h-28" />
      <Skeleton className="h-60" />
    </div>
  )
}

function Order({ transaction, onChange }: { transaction: TransactionView; onChange: () => void }) {
  const { t } = useWords()
  const { order, opening, timeline } = transaction
  const outcome = outcomeOf(order, opening)
  const isGiven = order.tender === 'grant'
  const cards = opening?.cards ?? []
  return (
    <div className="grid gap-10">
      <OutcomeNotice order={order} outcome={outcome} seen={seenIn(timeline)} onChange={onChange} />
      {wasPaid(order) && outcome !== 'refunding' && outcome !== 'refunded' && (
        <Section title={t('order.progress')}>
          <Steps
            steps={order.steps}
            next={outcome === 'unopened' ? t('order.unopened.next') : undefined}
            names={isGiven ? { paid: t('order.given') } : {}}
          />
        </Section>
      )}
      {cards.length > 0 && (
        <Section title={t('order.cards')}>
          <CardRow cards={cards} />
        </Section>
      )}
      <Section title={t('order.details')}>
        <BoughtSummary
          bought={{
            name: order.name,
            picture: order.picture,
            priceYen: isGiven ? null : order.priceYen,
            isTaxed: order.token === null,
            note: order.token
              ? t('trade.serial', { serial: formatSerial(order.token.serial), size: order.token.editionSize })
              : undefined,
          }}
        />
        <OrderFacts order={order} />
        <OrderTimeline timeline={timeline} isToken={order.token !== null} />
      </Section>
      {hasReceipt(order) && (
        <Section title={t('receipt.title')}>
          <p className="text-14">{t(order.token ? 'receipt.lead-token' : 'receipt.lead')}</p>
          <ReceiptPart
            order={order}
            isIssued={timeline.some(({ source }) => source === 'receipt')}
            onIssued={onChange}
          />
        </Section>
      )}
      <LinkButton look="secondary" to={links.contactAbout(order.orderId)}>
        {t('order.contact')}
      </LinkButton>
    </div>
  )
}

function OrderFacts({ order }: { order: OrderView }) {
  const { t, language } = useWords()
  const { priceYen, usedPoint, tender, token } = order
  return (
    <Facts>
      <Fact name={t('order.ordered-at')}>{formatMoment(order.createdAt, language)}</Fact>
      <Fact name={t('order.tender')}>{t(`order.tender.${tender}`)}</Fact>
      {tender !== 'grant' && (
        <Fact name={t(token === null ? 'order.price' : 'order.price-plain')}>
          <span className="tabular">{formatYen(priceYen)}</span>
        </Fact>
      )}
      {usedPoint > 0 && (
        <>
          <Fact name={t('order.used-point')}>
            <span className="tabular">−{pointText(t, language, usedPoint)}</span>
          </Fact>
          <Fact name={t('order.charged')}>
            <span className="tabular">{formatYen(priceYen - usedPoint)}</span>
          </Fact>
        </>
      )}
      {token && (
        <Fact name={t('trade.seller-name')}>
          <span lang={languageOf(token.sellerName)}>{token.sellerName || t('profile.anonymous')}</span>
        </Fact>
      )}
      <Fact name={t('order.number')}>
        <span className="font-mono text-12 break-all">{order.orderId}</span>
      </Fact>
    </Facts>
  )
}

type Kind = 'receipt' | 'refund'
const mostAddressee = 60

type ReceiptPartProps = { order: Pick<OrderView, 'orderId' | 'state'>; isIssued: boolean; onIssued: () => void }

/**
 * The receipt of a paid order and, after a refund, the amended one. The addressee is asked for
 * once, before it is issued.
 */
function ReceiptPart({ order, isIssued, onIssued }: ReceiptPartProps) {
  const { t, language } = useWords()
  const { me } = useMe()
  const [typed, setTyped] = useState<string>()
  const { isBusy, work } = useWork()
  const [loading, setLoading] = useState<Kind>()
  const [failure, setFailure] = useState<ErrorCode>()
  const addressee = typed ?? me?.displayName ?? ''
  const load = (kind: Kind) => async (): Promise<void> => {
    setLoading(kind)
    setFailure(undefined)
    const name = addressee.trim()
    const query = { kind, language, ...(isIssued || name === '' ? {} : { addressee: name }) }
    const result = await callFile('showReceipt', { params: { orderId: order.orderId }, query })
    if (!result.ok) return setFailure(result.body.errorCode)
    saveFile(result.data, `${kind}-${order.orderId}.pdf`)
    return onIssued()
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void work(load('receipt'))
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={handleSubmit}>
      {isIssued ? (
        <p className="text-14">{t('receipt.issued')}</p>
      ) : (
        <TextField
          label={t('receipt.addressee')}
          value={addressee}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={mostAddressee}
          autoComplete="organization"
          hint={t('receipt.addressee-hint')}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="secondary" isBusy={isBusy && loading === 'receipt'}>
          {t('receipt.load')}
        </Button>
        {order.state === 'refunded' && (
          <Button look="secondary" isBusy={isBusy && loading === 'refund'} onClick={() => void work(load('refund'))}>
            {t('receipt.load-refund')}
          </Button>
        )}
      </div>
      <FieldError
        error={
          failure === undefined || failure === 'INVALID_INPUT'
            ? undefined
            : t(failure === 'NOT_FOUND' ? 'receipt.none' : `error.${failure}`)
        }
      />
    </form>
  )
}

type OrderTimelineProps = { timeline: readonly TimelineEvent[]; isToken: boolean }

/**
 * The timeline of an order, oldest first: at the payment company, of points, on chain and in our
 * books. Collapsed at first.
 */
function OrderTimeline({ timeline, isToken }: OrderTimelineProps) {
  const { t } = useWords()
  const shown = timeline.flatMap((event) => {
    const word = timelineWord(event, isToken)
    return word === undefined ? [] : [{ event, word }]
  })
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="flex min-h-13 cursor-pointer items-center px-4 py-3 text-16 leading-label font-semibold text-ink">
        <span className="ml-1">
          {t('timeline.title')}
          <span className="ml-2 text-12 font-normal text-sub-text">{t('timeline.count', { count: shown.length })}</span>
        </span>
      </summary>
      <ol className="grid divide-y divide-line border-t border-line px-4">
        {shown.map(({ event, word }, index) => (
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
