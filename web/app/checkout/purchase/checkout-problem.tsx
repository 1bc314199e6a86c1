import type { ErrorBody } from '@kura/contract/errors'
import { formatYen } from '@kura/contract/money'
import { links } from '../../platform/links.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import type { CheckoutFailure } from './purchase.ts'
import { declineWord } from '../order/outcome-words.ts'
import { readMinorLimit } from './birthday.ts'
import { listingGone, refusalOfListing } from './listing-refusal.ts'
import type { Subject } from '../order/subject.ts'
import '../../words/checkout-words.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'

type CheckoutProblemProps = {
  failure: CheckoutFailure | undefined
  subject: Subject
  /** The current price. */
  priceYen: number
}

/**
 * Why an order was not placed, whether anything was charged, and what to do; announced when it
 * appears.
 */
export function CheckoutProblem({ failure, subject, priceYen }: CheckoutProblemProps) {
  const { t } = useWords()
  return (
    <div role="alert" className="empty:hidden">
      {failure && (
        <div className="grid gap-3 rounded-card bg-attention-ground p-4">
          <div className="flex gap-3">
            <Icon name="warning" className="size-6 text-attention-text" />
            <div className="grid gap-1 text-14">
              <p className="font-semibold text-ink">{t(titles[failure.kind])}</p>
              <p className="text-ink">{textOf(failure, { subject, priceYen }, t)}</p>
            </div>
          </div>
          <Ways failure={failure} subject={subject} />
        </div>
      )}
    </div>
  )
}

const titles = {
  refused: 'checkout.failed',
  unknown: 'checkout.unknown',
  'not-found': 'return.unknown',
  'gateway-away': 'checkout.failed',
  'paidy-rejected': 'checkout.failed',
  'paidy-closed': 'checkout.paidy-closed',
  'price-changed': 'checkout.failed',
} as const

function Ways({ failure, subject }: Pick<CheckoutProblemProps, 'subject'> & { failure: CheckoutFailure }) {
  const { t } = useWords()
  const toOrders = (
    <LinkButton to={links.orders} look="secondary">
      {t('order.to-list')}
    </LinkButton>
  )
  if (failure.kind === 'unknown' || failure.kind === 'not-found') return toOrders
  if (failure.kind !== 'refused') return null
  const { errorCode, details } = failure.body
  const isAtMost = details?.some(({ fault }) => fault === 'reserved_most')
  if (errorCode === 'PACK_LIMIT_REACHED' || isAtMost) return toOrders
  if (subject.kind === 'token') return listingGone.includes(errorCode) ? <OtherListings /> : null
  if (errorCode === 'QUEUE_FIRST')
    return (
      <LinkButton to={links.pack(subject.packId)} look="secondary">
        {t('checkout.to-line')}
      </LinkButton>
    )
  if (!errorCode.startsWith('PACK_')) return null
  return (
    <LinkButton to={links.packs} look="secondary">
      {t('checkout.other-packs')}
    </LinkButton>
  )
}

type About = Pick<CheckoutProblemProps, 'subject' | 'priceYen'>

function textOf(failure: CheckoutFailure, { subject, priceYen }: About, t: Translate): string {
  switch (failure.kind) {
    case 'gateway-away':
      return t('checkout.gateway-away')
    case 'unknown':
      return t('checkout.unknown-text')
    case 'not-found':
      return t('checkout.not-found-text')
    case 'paidy-rejected':
      return t('decline.paidy')
    case 'paidy-closed':
      return t(subject.kind === 'pack' ? 'checkout.paidy-closed-text' : 'trade.paidy-closed-text')
    case 'price-changed':
      return failure.fromYen === priceYen || priceYen === 0
        ? t('checkout.price-changed')
        : t('checkout.price-changed-to', { from: formatYen(failure.fromYen), to: formatYen(priceYen) })
    case 'refused':
      return refusalText(failure.body, subject, t)
  }
}

function refusalText(body: ErrorBody, subject: Subject, t: Translate): string {
  const { errorCode, error, details } = body
  if (errorCode === 'PAYMENT_DECLINED') return t(declineWord(error))
  const limit = errorCode === 'MINOR_LIMIT_REACHED' ? readMinorLimit(body) : undefined
  if (limit) return t('checkout.minor-reached', { limit: formatYen(limit.limitYen), left: formatYen(limit.leftYen) })
  const isOfPoints = errorCode === 'INVALID_INPUT' && details?.some(({ field }) => field === 'usedPoint')
  if (isOfPoints) return t('checkout.price-changed')
  const ofListing = subject.kind === 'token' ? refusalOfListing(body) : undefined
  return ofListing ? t(ofListing) : t(`error.${errorCode}`)
}

/** The next step after a subject that cannot be bought. */
export function OtherListings() {
  const { t } = useWords()
  return (
    <LinkButton to={links.market} look="secondary">
      {t('trade.others')}
    </LinkButton>
  )
}
