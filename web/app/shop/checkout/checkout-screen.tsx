import { useState } from 'react'
import type { PackView } from '@kura/contract/shop/pack'
import type { Route } from './+types/checkout-screen.ts'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { useLivePack } from '../pack/use-live-pack.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { GatePlace, WalletNeeded } from '../../identity/wallet/wallet-needed.tsx'
import { useGate } from '../../identity/wallet/use-link-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { BoughtSummary } from '../../ui/bought-summary.tsx'
import { ReadingPage } from '../../ui/reading-page.tsx'
import { checkoutSearch } from '../../checkout/purchase/use-purchase.ts'
import { Checkout } from '../../checkout/purchase/checkout.tsx'
import type { SellablePack } from '../../checkout/purchase/sellable.ts'
import { useCall } from '../../platform/swr.ts'
import { LeaseCountdown } from '../../checkout/order/unpaid-order.tsx'
import '../../words/checkout-words.ts'

export const handle = { search: checkoutSearch }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { packId } = params
  const pack = orThrow(await pageApi(context)('showPack', { params: { packId }, query: {} }))
  return tagged({ pack }, [`pack:${packId}`, `series:${pack.seriesId}`])
}

export const headers = pageHeaders

export { isAnotherPage as shouldRevalidate } from '../../platform/page-data.ts'

export default function CheckoutScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const pack = useLivePack(loaderData.pack)
  return (
    <ReadingPage
      title={t('checkout.title')}
      trail={[
        { name: t('pack.title'), to: links.packs },
        { name: pick(pack.name), to: links.pack(pack.packId) },
      ]}
    >
      <section aria-label={t('checkout.pack')}>
        <BoughtSummary
          bought={{
            name: pack.name,
            picture: pack.picture,
            priceYen: pack.priceYen,
            note: t('pack.cards', { count: pack.cardsPerPack }),
          }}
        />
      </section>
      <MemberOnly>
        <Gate key={pack.packId} pack={pack} />
      </MemberOnly>
    </ReadingPage>
  )
}

/** What buying requires, in order: a pack on sale, then a linked wallet with its vault. */
function Gate({ pack }: { pack: PackView }) {
  const gate = useGate()
  // the last unit may be reserved by this member, which must not close the checkout
  const [hasBegun, setHasBegun] = useState(pack.state === 'on')
  if (pack.state === 'on' && !hasBegun) setHasBegun(true)
  return (
    <GatePlace isOpen={gate === 'open'}>
      {gate === 'open' ? (
        // an order of the member may be open although nothing is on sale any more
        <Checkout
          subject={{ kind: 'pack', packId: pack.packId }}
          sellable={hasBegun ? sellableOf(pack) : undefined}
          closed={<NotOnSale pack={pack} />}
          note={pack.hasQueue && <LineNote packId={pack.packId} />}
        />
      ) : hasBegun ? (
        <WalletNeeded isVaultMissing={gate === 'create-collection'} goesOn="checkout" isAskedAtOnce />
      ) : (
        <NotOnSale pack={pack} />
      )}
    </GatePlace>
  )
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

/** A pack as its checkout offers it. */
const sellableOf = (pack: PackView): SellablePack => ({
  kind: 'pack',
  packId: pack.packId,
  priceYen: pack.priceYen,
  packKind: pack.kind,
  cardsPerPack: pack.cardsPerPack,
  saleStartsAt: pack.saleStartsAt,
  saleEndsAt: pack.saleEndsAt,
})

const words = { left: 'checkout.line.left', over: 'checkout.line.over' } as const

/**
 * For a pack with a line: how long the turn lasts, or a link to the line. The server decides when
 * the order is placed.
 */
function LineNote({ packId }: { packId: string }) {
  const { t } = useWords()
  const { data: line, mutate } = useCall('showQueue', { params: { packId } })
  if (!line) return null
  if (line.state === 'admitted' && line.admittedUntil !== null)
    return <LeaseCountdown until={line.admittedUntil} onOver={() => void mutate()} words={words} />
  return (
    <div className="grid gap-3 rounded-card bg-indigo-ground p-4">
      <p className="text-14 text-ink">{t('error.QUEUE_FIRST')}</p>
      <LinkButton to={links.pack(packId)} look="secondary">
        {t('checkout.to-line')}
      </LinkButton>
    </div>
  )
}
