import { useEffect, useRef, useState } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import type { ErrorBody } from '@kura/contract/errors'
import { formatYen } from '@kura/contract/money'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { standingOf } from './listing-words.ts'
import { PriceForm } from './price-form.tsx'
import type { Offer } from './price-form.tsx'
import { SaleOutcome } from './sale-outcome.tsx'
import { SaleProgress } from './sale-progress.tsx'
import { SignStep } from './sign-step.tsx'
import { UnderWay } from './under-way.tsx'
import { useDraft } from './use-draft.ts'
import { useSale } from './use-sale.ts'
import { useSignStep } from './use-sign-step.ts'
import '../../words/selling-words.ts'

export type SellPosition = ApiOutput<'showSellToken'>

/** From the price to the open offer: the price, what is signed, the wallet, the end. */
export function SellDesk({ position, onRenew }: { position: SellPosition; onRenew: () => void }) {
  const { t } = useWords()
  const { token, listing } = position
  const sale = useSale(token)
  const [chosen, setChosen] = useState<Offer>()
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
      // what the wallet has goes on, and so does what is told of it
      if (sale.stage) return
      if (drafted && !sale.end) sale.leave(drafted.draft)
      forget()
      sale.reset()
      onRenew()
    },
  })
  const toSign = async (offer: Offer): Promise<void> => {
    setFailure(undefined)
    setChosen(offer)
    const { isDrafted, refusal } = await prepare(offer)
    setFailure(refusal)
    sale.reset()
    if (isDrafted) step.toSign()
    // the terms may be others than the page shows
    else if (refusal) onRenew()
  }
  if (sale.stage) return <SaleProgress stage={sale.stage} isResumed={sale.isResumed && !drafted} headingRef={heading} />
  if (sale.end)
    return (
      <SaleOutcome
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
