import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/checkout-words.ts'

const steps = ['pay', 'confirm'] as const

/** Which of the two steps of the checkout this is. */
export function CheckoutSteps({ current }: { current: (typeof steps)[number] }) {
  const { t } = useWords()
  return (
    <ol aria-label={t('checkout.steps')} className="grid grid-cols-2 gap-2">
      {steps.map((step, index) => {
        const isReached = index <= steps.indexOf(current)
        return (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            className={classes(
              'flex items-center gap-2 border-t-4 pt-2 text-14 leading-label',
              isReached ? 'border-indigo-text font-semibold text-ink' : 'border-line text-sub-text',
            )}
          >
            <span className="tabular">{index + 1}</span>
            {t(`checkout.step.${step}`)}
          </li>
        )
      })}
    </ol>
  )
}
