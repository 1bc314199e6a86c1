import { links } from '../links.ts'
import { LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../words/use-words.ts'
import type { Translate } from '../words/use-words.ts'
import { declineWord } from './decline-words.ts'
import type { CheckoutFailure } from './use-checkout.ts'
import '../words/order-words.ts'

/** Why an order was not placed, what became of the money, and what to do; announced when it comes. */
export function CheckoutProblem({ failure }: { failure: CheckoutFailure | undefined }) {
  const { t } = useWords()
  return (
    <div role="alert" className="empty:hidden">
      {failure && (
        <div className="grid gap-3 rounded-card bg-attention-ground p-4">
          <div className="flex gap-3">
            <Icon name="warning" className="size-6 text-attention-text" />
            <div className="grid gap-1 text-14">
              <p className="font-semibold text-ink">
                {t(failure.kind === 'unknown' ? 'checkout.unknown' : 'checkout.failed')}
              </p>
              <p className="text-ink">{textOf(failure, t)}</p>
            </div>
          </div>
          <Ways failure={failure} />
        </div>
      )}
    </div>
  )
}

function Ways({ failure }: { failure: CheckoutFailure }) {
  const { t } = useWords()
  if (failure.kind === 'gateway-away') return null
  if (failure.kind === 'unknown')
    return (
      <LinkButton to={links.orders} look="secondary">
        {t('checkout.to-orders')}
      </LinkButton>
    )
  if (!failure.body.errorCode.startsWith('PACK_')) return null
  return (
    <LinkButton to={failure.body.errorCode === 'PACK_LIMIT_REACHED' ? links.orders : links.packs} look="secondary">
      {t(failure.body.errorCode === 'PACK_LIMIT_REACHED' ? 'checkout.to-orders' : 'checkout.other-packs')}
    </LinkButton>
  )
}

function textOf(failure: CheckoutFailure, t: Translate): string {
  if (failure.kind === 'gateway-away') return t('checkout.gateway-away')
  if (failure.kind === 'unknown') return t('checkout.unknown-text')
  const { errorCode, error } = failure.body
  return t(errorCode === 'PAYMENT_DECLINED' ? declineWord(error) : `error.${errorCode}`)
}
