import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/checkout-screen.ts'
import type { PackView } from '@kura/contract/pack'
import { links } from '../links.ts'
import { MemberOnly } from '../member/member-only.tsx'
import { useLivePack } from '../pack/use-live-pack.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../page-data.ts'
import { useMe } from '../session/use-me.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { LinkButton } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { useGate } from '../wallet/use-link-wallet.ts'
import { useWords } from '../words/use-words.ts'
import { CheckoutProblem } from './checkout-problem.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { Confirmation } from './confirmation.tsx'
import { EarlierOrderBox } from './earlier-order-box.tsx'
import { LineNote } from './line-note.tsx'
import { PackSummary } from './pack-summary.tsx'
import { faultsOfChoice, isByPoints } from './payment-choice.ts'
import { PaymentForm } from './payment-form.tsx'
import { useCheckout } from './use-checkout.ts'
import { WalletNeeded } from './wallet-needed.tsx'
import '../words/checkout-words.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { packId } = params
  const pack = orThrow(await pageApi(context)('showPack', { params: { packId }, query: {} }))
  return tagged({ pack }, [`pack:${packId}`, `series:${pack.seriesId}`])
}

export const headers = pageHeaders

export default function CheckoutScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const pack = useLivePack(loaderData.pack)
  return (
    <div className="page grid justify-items-center pt-4 md:pt-6">
      <PageHead title={t('checkout.title')} isHidden />
      <div className="grid w-full max-w-reading gap-6">
        <Breadcrumbs
          trail={[
            { name: t('pack.title'), to: links.packs },
            { name: pick(pack.name), to: links.pack(pack.packId) },
          ]}
        />
        <h1 className="text-24">{t('checkout.title')}</h1>
        <section aria-label={t('checkout.pack')}>
          <PackSummary pack={pack} />
        </section>
        <MemberOnly>
          <Gate key={pack.packId} pack={pack} />
        </MemberOnly>
      </div>
    </div>
  )
}

/** Nothing is asked of a member who cannot buy: first the pack must be on sale, then a wallet linked and its vault there. */
function Gate({ pack }: { pack: PackView }) {
  const gate = useGate()
  // the last one may be ours: a checkout that has begun is not taken away by its own reservation
  const [hasBegun, setHasBegun] = useState(pack.state === 'on')
  if (pack.state === 'on' && !hasBegun) setHasBegun(true)
  // an order of ours may wait although nothing is on sale any more
  if (gate === 'open') return <Checkout pack={pack} isOpen={hasBegun} />
  return hasBegun ? <WalletNeeded isVaultMissing={gate === 'create-collection'} /> : <NotOnSale pack={pack} />
}

function NotOnSale({ pack }: { pack: PackView }) {
  const { t } = useWords()
  if (pack.state === 'on') return null
  return (
    <EmptyState icon="pack" title={t('checkout.not-on-sale')} text={t(notOnSale[pack.state])}>
      <LinkButton to={links.packs}>{t('checkout.other-packs')}</LinkButton>
    </EmptyState>
  )
}

const notOnSale = {
  before: 'error.PACK_SELLING_TERM_BEFORE',
  after: 'error.PACK_SELLING_TERM_AFTER',
  'sold-out': 'error.PACK_OUT_OF_STOCK',
} as const

function Checkout({ pack, isOpen }: { pack: PackView; isOpen: boolean }) {
  const { t } = useWords()
  const { me, error: unread, renew: renewMe } = useMe()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const toPayment = (): void => void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  const checkout = useCheckout(pack, toPayment)
  const { payment, earlier, isBusy, failure } = checkout
  const { choice, stored } = payment
  const { priceYen } = pack
  const [openedAt] = useState(() => new Date())
  // a card is in memory only: after a reload it has to be typed again
  const isChosen =
    Object.keys(faultsOfChoice(choice, { priceYen, stored, now: openedAt })).length === 0 &&
    (isByPoints(choice, priceYen) || (me !== undefined && me.birthday !== null))
  const wantsConfirmation = query.get('step') === 'confirm'
  const isConfirming = wantsConfirmation && isChosen
  const mustChoose = wantsConfirmation && !isChosen && payment.isReady && me !== undefined
  useEffect(() => {
    // after a reload, or when what was chosen is gone: otherwise the last letter typed would leap to the last screen
    if (mustChoose) toPayment()
    // once each time, whatever the function is by then
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [mustChoose])
  const hasEarlier = earlier.earlier !== undefined
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    // a field the gateway refused has the focus already
    else if (isConfirming || checkout.refused === undefined) heading.current?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isConfirming, hasEarlier])
  if (earlier.earlier)
    return (
      <div className="grid gap-4">
        <CheckoutProblem failure={failure} packId={pack.packId} />
        <EarlierOrderBox
          key={earlier.earlier.orderId}
          order={earlier.earlier}
          isBusy={isBusy}
          onResume={(order) => void checkout.resumePaidy(order)}
          onEnd={() => void earlier.look().then(payment.renew)}
          onAnother={earlier.dismiss}
        />
      </div>
    )
  if (!isOpen) return <NotOnSale pack={pack} />
  if (me === undefined && unread !== undefined) return <ErrorState code={unread} onRetry={() => void renewMe()} />
  if (!payment.isReady || me === undefined)
    return (
      <div className="grid gap-4" aria-hidden="true">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-60 w-full" />
      </div>
    )
  return (
    <section className="grid gap-6">
      <CheckoutSteps current={isConfirming ? 'confirm' : 'pay'} />
      <h2 ref={heading} tabIndex={-1} className="text-20">
        {t(isConfirming ? 'checkout.confirm.title' : 'checkout.pay.title')}
      </h2>
      {isConfirming ? (
        <Confirmation
          pack={pack}
          choice={choice}
          stored={stored}
          isBusy={isBusy}
          failure={failure}
          onConfirm={() => void checkout.confirm()}
          onBack={toPayment}
        />
      ) : (
        <>
          {pack.hasQueue && <LineNote packId={pack.packId} />}
          <CheckoutProblem failure={failure} packId={pack.packId} />
          <PaymentForm
            payment={payment}
            priceYen={priceYen}
            refused={checkout.refused}
            onDone={() => void navigate({ search: '?step=confirm' })}
          />
        </>
      )}
    </section>
  )
}
