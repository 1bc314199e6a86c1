import type { Ref } from 'react'
import { formatYen } from '@kura/contract/money'
import type { TokenCardView } from '@kura/contract/market/token'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { SigningWait, WalletFailure } from '../../identity/wallet/signing-note.tsx'
import { useWords } from '../../words/use-words.ts'
import type { SigningStage } from '../../identity/wallet/signing.ts'
import { links } from '../../platform/links.ts'
import { formatMoment } from '../../platform/format.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import type { WalletError } from '../../identity/wallet/wallet-error.ts'
import type { Draft, SaleOrderEnd } from './sale-order.ts'
import '../../words/listing-words.ts'
import '../../words/signing-words.ts'

type ProgressProps = { stage: SigningStage; isResumed: boolean; headingRef: Ref<HTMLHeadingElement> }

const steps = ['sign', 'seal', 'open'] as const
const currentOf: Record<SigningStage, number> = {
  preparing: 0,
  wallet: 0,
  asking: 0,
  sealing: 1,
  recording: 2,
}

/** The progress of a listing from the wallet to open. */
export function SaleOrderProgress({ stage, isResumed, headingRef }: ProgressProps) {
  const { t } = useWords()
  const current = currentOf[stage]
  return (
    <section className="grid gap-6">
      <h2 ref={headingRef} tabIndex={-1} className="text-20">
        {t('sell.progress')}
      </h2>
      {isResumed && <p className="text-14">{t('sell.resumed')}</p>}
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={classes(
              'flex items-center gap-3 text-14 leading-label',
              index > current ? 'text-sub-text' : 'font-semibold text-ink',
            )}
          >
            <span
              aria-hidden="true"
              className={classes(
                'flex size-7 shrink-0 items-center justify-center rounded-full border-2',
                index < current && 'border-indigo bg-indigo text-white',
                index === current && 'border-indigo-text bg-surface',
                index > current && 'border-line bg-surface',
              )}
            >
              {index < current && <Icon name="check" className="size-4" />}
              {index === current && <span className="size-2 rounded-full bg-indigo-text" />}
            </span>
            {t(`sell.step.${step}`)}
          </li>
        ))}
      </ol>
      <SigningWait stage={stage} />
      {current > 0 && <p className="text-12 text-sub-text">{t('sell.progress.stay')}</p>}
    </section>
  )
}

type OutcomeProps = {
  end: SaleOrderEnd
  token: TokenCardView
  /** The draft signed on this page; undefined for one that an earlier page started. */
  draft: Draft | undefined
  /** Requests the same terms again. */
  onRetry: () => Promise<void>
  onBack: () => void
  headingRef: Ref<HTMLHeadingElement>
}

/** The outcome of a listing, and links to go on from here. */
export function SaleOrderOutcome({ end, token, draft, onRetry, onBack, headingRef }: OutcomeProps) {
  const { t, language } = useWords()
  if (end.status === 'failed')
    return <Failed error={end.error} onRetry={onRetry} onBack={onBack} headingRef={headingRef} />
  const isOpen = end.status === 'done'
  const text =
    isOpen && draft
      ? t('sell.done-text', {
          price: formatYen(draft.parts.listPrice),
          until: formatMoment(draft.expiresAt, language),
        })
      : t(textOf[end.status])
  return (
    <section className="grid justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-10 text-center">
      <Icon
        name={isOpen ? 'check' : end.status === 'over' ? 'warning' : 'clock'}
        className={isOpen ? 'size-12 text-success-text' : 'size-12 text-sub'}
      />
      <h2 ref={headingRef} tabIndex={-1} className="text-20">
        {t(titleOf[end.status])}
      </h2>
      <p className="max-w-reading text-14">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton to={end.status === 'over' ? links.listingsOver : links.listings}>
          {t('sell.to-listings')}
        </LinkButton>
        <LinkButton to={links.token(token.tokenId)} look="secondary">
          {t('sell.to-token')}
        </LinkButton>
      </div>
    </section>
  )
}

const titleOf = { done: 'sell.done', late: 'sell.late', over: 'sell.over', unclear: 'signing.unclear' } as const
const textOf = {
  done: 'sell.done-short',
  late: 'sell.late-text',
  over: 'sell.over-text',
  unclear: 'sell.unclear-text',
} as const

type FailedProps = Pick<OutcomeProps, 'onRetry' | 'onBack' | 'headingRef'> & { error: WalletError }

function Failed({ error, onRetry, onBack, headingRef }: FailedProps) {
  const { t } = useWords()
  const { isBusy, work } = useWork()
  return (
    <section className="grid gap-6">
      <h2 ref={headingRef} tabIndex={-1} className="text-20">
        {t('sell.title')}
      </h2>
      <WalletFailure error={error} />
      <div className="grid gap-3">
        <Button size="lg" isWide isBusy={isBusy} onClick={() => void work(onRetry)}>
          {t('sell.retry')}
        </Button>
        <Button look="quiet" isWide onClick={onBack}>
          {t('sell.sign.back')}
        </Button>
      </div>
    </section>
  )
}
