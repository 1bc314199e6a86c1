import type { Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { SigningWait } from '../../identity/wallet/signing-wait.tsx'
import { useWords } from '../../words/use-words.ts'
import type { SigningStage } from '../../identity/wallet/signing.ts'
import '../../words/selling-words.ts'

type ProgressProps = { stage: SigningStage; isResumed: boolean; headingRef: Ref<HTMLHeadingElement> }

const steps = ['sign', 'seal', 'open'] as const
const currentOf: Record<SigningStage, number> = {
  preparing: 0,
  wallet: 0,
  asking: 0,
  sealing: 1,
  recording: 2,
}

/** Where a sale is between the wallet and the open offer. */
export function SaleProgress({ stage, isResumed, headingRef }: ProgressProps) {
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
