import type { Route } from './+types/order-screen.ts'
import { formatYen } from '@kura/contract/money'
import type { OrderView } from '@kura/contract/checkout/order'
import type { TransactionView } from '@kura/contract/chain/transaction'
import { CardRow } from '../../catalogue/item/card-row.tsx'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { pointText } from '../../money/point/point-text.ts'
import { formatMoment } from '../../platform/time.ts'
import { formatSerial } from '../../platform/format-serial.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Fact, Facts, Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Steps } from '../../ui/steps.tsx'
import { languageOf } from '../../words/language-of.ts'
import { useWords } from '../../words/use-words.ts'
import { BoughtSummary } from '../../ui/bought-summary.tsx'
import { outcomeOf, wasPaid } from './order-outcome.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { ReceiptPart } from './receipt-part.tsx'
import { seenIn } from './timeline-words.ts'
import { useTransaction } from './use-transaction.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'

export default function OrderScreen({ params }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <div className="page grid justify-items-center pt-4 md:pt-6">
      <PageHead title={t('order.title')} isHidden />
      <div className="grid w-full max-w-reading gap-6">
        <Breadcrumbs
          trail={[
            { name: t('mypage.title'), to: links.mypage },
            { name: t('order.list.title'), to: links.orders },
          ]}
        />
        <h1 className="text-24">{t('order.title')}</h1>
        <MemberOnly>
          <LiveOrder orderId={params.orderId} />
        </MemberOnly>
      </div>
    </div>
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

/** Something was paid for; of a token of another member, it was delivered too. */
const hasReceipt = (order: OrderView): boolean =>
  wasPaid(order) &&
  order.tender !== 'grant' &&
  (order.token === null || order.steps.some(({ step, at }) => step === 'delivered' && at !== null))

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
