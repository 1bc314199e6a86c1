import { useEffect, useRef } from 'react'
import type { OpeningView } from '@kura/contract/shop/opening'
import type { OrderView } from '@kura/contract/checkout/order'
import { PackFront } from '../pack/pack-front.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/order-words.ts'

const steps = ['opened', 'minting', 'sealed'] as const

type MintProgressProps = {
  order: OrderView
  opening: OpeningView | null
  /** The member skipped the show: remembered until there is something to see. */
  isSkipped: boolean
}

/** The open pack waiting for its seal: nobody sees what is inside before the chain has it. */
export function MintProgress({ order, opening, isSkipped }: MintProgressProps) {
  const { t } = useWords()
  const heading = useRef<HTMLParagraphElement>(null)
  // the pack that was tapped is gone by now, and so is the button that skips
  useEffect(() => heading.current?.focus({ preventScroll: true }), [isSkipped])
  const reached = opening?.txId === null || opening === null ? 0 : 1
  return (
    <div className="grid place-content-center justify-items-center gap-6 text-center">
      <div className="tear w-[min(40vw,180px)]" data-open="">
        <span className="tear-light" aria-hidden="true" />
        <span className="tear-rest block">
          <PackFront picture={order.picture} sizes="180px" />
        </span>
      </div>
      <div className="grid max-w-[440px] gap-2" role="status">
        <p ref={heading} tabIndex={-1} className="text-20 font-semibold text-ink">
          {t('opening.minting')}
        </p>
        <p className="text-14 text-main">{t('opening.minting-text')}</p>
        {isSkipped && <p className="text-14 text-ink">{t('opening.skipped')}</p>}
      </div>
      <ol className="grid gap-2 text-left text-14">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === reached + 1 ? 'step' : undefined}
            className={classes('flex items-center gap-3', index <= reached ? 'text-ink' : 'text-main')}
          >
            <span className="flex size-6 shrink-0 items-center justify-center">
              {index <= reached ? (
                <Icon name="check" className="size-5" />
              ) : index === reached + 1 ? (
                <span
                  className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
                  aria-hidden="true"
                />
              ) : (
                <span className="size-2 rounded-full bg-current" aria-hidden="true" />
              )}
            </span>
            {t(`opening.status.${step}`)}
          </li>
        ))}
      </ol>
      {opening?.txId != null && (
        <div className="max-w-[440px]">
          <TransactionLink txId={opening.txId} />
        </div>
      )}
    </div>
  )
}
