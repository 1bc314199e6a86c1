import { useEffect, useRef, useState, useEffectEvent } from 'react'
import type { Ref } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import type { ErrorBody } from '@kura/contract/errors'
import { formatYen } from '@kura/contract/money'
import { useNavigate } from 'react-router'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { standingOf } from './listing-words.ts'
import { PriceForm } from './price-form.tsx'
import type { SaleTerms } from './price-form.tsx'
import { SaleOrderOutcome, SaleOrderProgress } from './sale-order-progress.tsx'
import { UnderWay } from './listing-badge.tsx'
import { useDraft } from './use-draft.ts'
import type { Drafted } from './use-draft.ts'
import { useSaleOrder } from './sale-order.ts'
import { useCall } from '../../platform/swr.ts'
import { formatMoment, formatSerial } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { valuesOf } from '../../identity/wallet/member-transactions.ts'
import { SigningNote } from '../../identity/wallet/signing-note.tsx'
import { useReadyWallet } from '../../identity/wallet/use-member-wallet.ts'
import { PriceParts } from './price-parts.tsx'
import '../../words/listing-words.ts'
import '../../words/signing-words.ts'

/** The step of the page, read by the browser only. */
export const signSearch = declareSearch({ step: 'browser' })

export type SellPosition = ApiOutput<'showSellToken'>

/** From the price to the open listing: the price, the terms to sign, the wallet, the outcome. */
export function SellDesk({ position, onRenew }: { position: SellPosition; onRenew: () => void }) {
  const { t } = useWords()
  const { token, listing } = position
  const sale = useSaleOrder(token)
  const [chosen, setChosen] = useState<SaleTerms>()
  const [failure, setFailure] = useState<ErrorBody>()
  const { drafted, prepare, forget } = useDraft(position)
  const part = sale.stage ? 'progress' : sale.end ? 'end' : drafted ? 'sign' : 'price'
  const heading = useRef<HTMLHeadingElement>(null)
  const shownBefore = useRef(part)
  useEffect(() => {
    if (shownBefore.current !== part) heading.current?.focus()
    shownBefore.current = part
  }, [part])

  const step = useSignStep({
    isReached: part !== 'price',
    onBack: () => {
      // what the wallet has continues, and so does its progress
      if (sale.stage) return
      if (drafted && !sale.end) sale.leave(drafted.draft)
      forget()
      sale.reset()
      onRenew()
    },
  })
  const toSign = async (chosenTerms: SaleTerms): Promise<void> => {
    setFailure(undefined)
    setChosen(chosenTerms)
    const { isDrafted, refusal } = await prepare(chosenTerms)
    setFailure(refusal)
    sale.reset()
    if (isDrafted) step.toSign()
    // the terms may differ from what the page shows
    else if (refusal) onRenew()
  }
  if (sale.stage)
    return <SaleOrderProgress stage={sale.stage} isResumed={sale.isResumed && !drafted} headingRef={heading} />
  if (sale.end)
    return (
      <SaleOrderOutcome
        end={sale.end}
        token={token}
        draft={drafted?.draft}
        onRetry={() => (chosen ? toSign(chosen) : Promise.resolve(step.toPrice()))}
        onBack={step.toPrice}
        headingRef={heading}
      />
    )
  if (drafted)
    return (
      <SignStep
        position={position}
        {...drafted}
        onSign={() => void sale.start(drafted.draft)}
        onBack={step.toPrice}
        headingRef={heading}
      />
    )
  if (position.underWay) return <UnderWay underWay={position.underWay} />
  if (listing && standingOf(listing) === 'delivering')
    return <EmptyState icon="clock" title={t('sell.delivering')} text={t('listings.note.delivering')} />
  if (listing?.state === 'held') return <EmptyState icon="clock" title={t('sell.held')} text={t('sell.held-text')} />
  if (listing?.state === 'ending')
    return <EmptyState icon="clock" title={t('sell.ending')} text={t('sell.ending-text')} />
  return (
    <section className="grid gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-20">
        {t(listing ? 'sell.change-title' : 'sell.price-title')}
      </h2>
      {listing && (
        <div className="grid gap-1 rounded-card bg-indigo-ground p-4">
          <p className="text-14 font-semibold text-ink">{t('sell.now', { price: formatYen(listing.price) })}</p>
          <p className="text-14">{t('sell.now-text')}</p>
        </div>
      )}
      <PriceForm position={position} start={chosen} failure={failure} onDone={toSign} />
    </section>
  )
}

type SignStepProps = Drafted & {
  position: SellPosition
  onSign: () => void
  onBack: () => void
  headingRef: Ref<HTMLHeadingElement>
}

/** The terms again, and in plain words what the wallet is about to sign. */
function SignStep({ position, draft, terms, onSign, onBack, headingRef }: SignStepProps) {
  const { t, pick, language } = useWords()
  const { token } = position
  useReadyWallet()
  const { data: texts } = useCall('showWalletTransactions', {}, { revalidateOnFocus: false })
  const price = formatYen(draft.parts.listPrice)
  const until = formatMoment(draft.expiresAt, language)
  const piece = { price, name: pick(token.name), serial: formatSerial(token.serial) }
  const buyer = terms.buyer && (terms.buyer.name || t('sell.only.unnamed'))
  return (
    <section className="grid gap-6">
      <h2 ref={headingRef} tabIndex={-1} className="text-20">
        {t('sell.sign.title')}
      </h2>
      <PriceParts parts={draft.parts} feeBps={position.feeBps} royaltyBps={position.royaltyBps} />
      <Facts>
        <Fact name={t('sell.sign.ends')}>
          <span className="tabular">{until}</span>
        </Fact>
        <Fact name={t('sell.sign.only')}>{buyer ?? t('sell.sign.anyone')}</Fact>
      </Facts>
      <SigningNote
        can={[
          buyer === undefined ? t('sell.can.deliver', piece) : t('sell.can.deliver-only', { ...piece, buyer }),
          t('sell.can.once'),
          t('sell.can.until', { until }),
          t('signing.can.revoke'),
        ]}
        cannot={[t('sell.cannot.price'), t('sell.cannot.others'), t('sell.cannot.move')]}
        values={valuesOf(draft.arguments)}
        cadence={texts?.sell.cadence}
      />
      <p className="text-12 text-sub-text">{t('sell.sign.trust')}</p>
      <div className="grid gap-3">
        <Button size="lg" isWide onClick={onSign}>
          {t('sell.sign.go')}
        </Button>
        <Button look="quiet" isWide onClick={onBack}>
          {t('sell.sign.back')}
        </Button>
        <p className="tabular text-center text-12 text-sub-text">
          {t('sell.sign.until', { until: formatMoment(draft.signUntil, language) })}
        </p>
      </div>
    </section>
  )
}

type SignStepOptions = {
  /** There are terms to sign, being signed, or with an outcome. */
  isReached: boolean
  /** The member went back to the price. */
  onBack: () => void
}

/**
 * The step after the price. The page's address names it, so that the back button leads to the price
 * as it was typed.
 */
function useSignStep({ isReached, onBack }: SignStepOptions) {
  const query = useSearch(signSearch)
  const navigate = useNavigate()
  const isNamed = query.get('step') === 'sign'
  const was = useRef({ isNamed, isReached })
  const follow = useEffectEvent(() => {
    const { current: before } = was
    was.current = { isNamed, isReached }
    if (before.isNamed && !isNamed && isReached) onBack()
    // a bookmarked address, or the forward button: there is nothing to sign
    else if (isNamed && !isReached) void navigate({ search: '' }, { replace: true })
  })
  useEffect(() => follow(), [isNamed, isReached])
  return {
    toSign: (): void => void (isNamed || navigate({ search: '?step=sign' })),
    /** Goes back in the history, so that the same page does not appear twice. */
    toPrice: (): void => void (isNamed ? navigate(-1) : onBack()),
  }
}
