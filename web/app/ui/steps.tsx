import type { PublicStep } from '@kura/contract/states'
import { formatMoment } from '../platform/format.ts'
import { useWords } from '../words/use-words.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { TransactionLink } from './transaction-link.tsx'

/**
 * A custom step, such as of a gift, brings its name; `isRunning` where it continues while it is the
 * last one reached.
 */
export type Step = {
  step: PublicStep | 'accepted' | 'mailed' | 'claimed' | 'settled'
  at: string | null
  txId: string | null
  name?: string
  isRunning?: boolean
}

/**
 * Paid, minting, sealed, delivered as a vertical line with time stamps and the transaction, and
 * what happens next in one sentence. The last reached step is announced when it changes. `next`
 * replaces that sentence when the member must act (empty: no sentence); `names` gives steps other
 * names.
 */
type StepsProps = {
  steps: readonly Step[]
  next?: string | undefined
  names?: Partial<Record<PublicStep, string>>
}

export function Steps({ steps, next, names = {} }: StepsProps) {
  const { t } = useWords()
  const reached = steps.findLastIndex(({ at }) => at !== null)
  const latest = steps[reached]
  return (
    <div className="grid gap-4">
      <ol>
        {steps.map((step, index) => (
          <StepRow
            key={step.step}
            {...step}
            name={step.name ?? names[step.step as PublicStep] ?? t(`step.${step.step as PublicStep}`)}
            index={index}
            reached={reached}
            isLast={index === steps.length - 1}
          />
        ))}
      </ol>
      <p role="status" className="text-14 text-main empty:hidden">
        {next ?? (latest && t(`step.${latest.step as PublicStep}.next`))}
      </p>
    </div>
  )
}

type StepRowProps = Step & { name: string; index: number; reached: number; isLast: boolean }

function StepRow({ step, name, at, txId, isRunning: runs, index, reached, isLast }: StepRowProps) {
  const { t, language } = useWords()
  // both have a time as soon as they begin; they are done when the next step has one
  const isRunning = (runs ?? (step === 'minting' || step === 'sending')) && index === reached
  const isDone = at !== null && !isRunning
  return (
    <li className="relative flex gap-4 pb-6 last:pb-0" aria-current={index === reached ? 'step' : undefined}>
      {!isLast && (
        <span
          className={classes(
            'absolute top-7 bottom-0 left-[13px] w-0.5',
            index < reached ? 'bg-indigo-text' : 'bg-line',
          )}
        />
      )}
      <span
        className={classes(
          'relative z-1 flex size-7 shrink-0 items-center justify-center rounded-full border-2',
          isDone
            ? 'border-indigo bg-indigo text-white'
            : isRunning
              ? 'border-indigo-text bg-surface'
              : 'border-line bg-surface',
        )}
      >
        {isDone && <Icon name="check" className="size-4" />}
        {isRunning && (
          <>
            <span className="size-2 rounded-full bg-indigo-text" />
            <span className="absolute -inset-1 animate-ping rounded-full border border-indigo-text still:hidden" />
          </>
        )}
      </span>
      <div className="grid gap-0.5 pt-0.5 leading-label">
        <p className={classes('text-14', at === null ? 'text-sub-text' : 'font-semibold text-ink')}>{name}</p>
        <p className="tabular text-12 text-sub-text">{at === null ? t('step.waiting') : formatMoment(at, language)}</p>
        {txId !== null && <TransactionLink txId={txId} />}
      </div>
    </li>
  )
}
