import type { ErrorBody } from '@kura/contract/errors'
import { formatYen } from '@kura/contract/money'
import { links } from '../links.ts'
import { LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../words/use-words.ts'
import type { Translate } from '../words/use-words.ts'
import type { CheckoutFailure } from './checkout-failure.ts'
import { declineWord } from './decline-words.ts'
import { limitTold } from './minor-limit.ts'
import '../words/checkout-words.ts'
import '../words/order-words.ts'

type CheckoutProblemProps = { failure: CheckoutFailure | undefined; packId: string }

/** Why an order was not placed, what became of the money, and what to do; announced when it comes. */
export function CheckoutProblem({ failure, packId }: CheckoutProblemProps) {
  const { t } = useWords()
  return (
    <div role="alert" className="empty:hidden">
      {failure && (
        <div className="grid gap-3 rounded-card bg-attention-ground p-4">
          <div className="flex gap-3">
            <Icon name="warning" className="size-6 text-attention-text" />
            <div className="grid gap-1 text-14">
              <p className="font-semibold text-ink">{t(titles[failure.kind])}</p>
              <p className="text-ink">{textOf(failure, t)}</p>
            </div>
          </div>
          <Ways failure={failure} packId={packId} />
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
} as const

function Ways({ failure, packId }: { failure: CheckoutFailure; packId: string }) {
  const { t } = useWords()
  const toOrders = (
    <LinkButton to={links.orders} look="secondary">
      {t('order.to-list')}
    </LinkButton>
  )
  if (failure.kind === 'unknown' || failure.kind === 'not-found') return toOrders
  if (failure.kind !== 'refused') return null
  const { errorCode } = failure.body
  if (errorCode === 'PACK_LIMIT_REACHED') return toOrders
  if (errorCode === 'QUEUE_FIRST')
    return (
      <LinkButton to={links.pack(packId)} look="secondary">
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

function textOf(failure: CheckoutFailure, t: Translate): string {
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
      return t('checkout.paidy-closed-text')
    case 'refused':
      return refusalText(failure.body, t)
  }
}

function refusalText(body: ErrorBody, t: Translate): string {
  const { errorCode, error, details } = body
  if (errorCode === 'PAYMENT_DECLINED') return t(declineWord(error))
  const limit = errorCode === 'MINOR_LIMIT_REACHED' ? limitTold(body) : undefined
  if (limit) return t('checkout.minor-reached', { limit: formatYen(limit.limitYen), left: formatYen(limit.leftYen) })
  const isOfPoints = errorCode === 'INVALID_INPUT' && details?.some(({ field }) => field === 'usedPoint')
  if (isOfPoints || errorCode === 'TRADE_PRICE_CHANGED') return t('checkout.price-changed')
  return t(`error.${errorCode}`)
}
