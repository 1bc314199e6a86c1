import { useState } from 'react'
import type { StepResult } from '@kura/contract/shop/fairness'
import type { PackFairness } from '@kura/contract/shop/pack'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/pack-words.ts'

type ProofCheckProps = { proof: PackFairness | undefined; hasFailed: boolean; onAskAgain: () => void }

/** Recomputes everything in this browser and shows the result of each step. */
export function ProofCheck({ proof, hasFailed, onAskAgain }: ProofCheckProps) {
  const { t } = useWords()
  const [results, setResults] = useState<readonly StepResult[]>()
  const { isBusy, work } = useWork()
  const handleCheck = async (): Promise<void> => {
    // the arithmetic loads only for those who check
    const { checkFairness } = await import('@kura/contract/shop/fairness')
    setResults(await checkFairness(proof))
  }
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <h2 className="text-20">{t('proof.check.title')}</h2>
      <p className="text-14">{t('proof.check.text')}</p>
      {hasFailed ? (
        <Button look="secondary" onClick={onAskAgain}>
          {t('list.retry')}
        </Button>
      ) : (
        <Button isBusy={isBusy} disabled={proof === undefined} onClick={() => void work(handleCheck)}>
          {t(results ? 'proof.check.again' : 'proof.check.run')}
        </Button>
      )}
      {results && (
        <ol className="grid divide-y divide-line border-y border-line">
          {results.map((result) => (
            <ResultRow key={result.step} {...result} />
          ))}
        </ol>
      )}
      <p role="status" className="text-14 font-semibold text-ink">
        {outcomeWords(isBusy, hasFailed, results, t)}
      </p>
    </section>
  )
}

function outcomeWords(
  isBusy: boolean,
  hasFailed: boolean,
  results: readonly StepResult[] | undefined,
  t: ReturnType<typeof useWords>['t'],
): string {
  if (hasFailed) return t('proof.check.failed')
  if (isBusy) return t('proof.check.running')
  if (!results) return ''
  if (results.some(({ result }) => result === 'wrong')) return t('proof.check.wrong')
  return t(results.every(({ result }) => result === 'right') ? 'proof.check.right' : 'proof.check.waiting')
}

const looks = {
  right: { icon: 'check', tone: 'text-success-text' },
  wrong: { icon: 'warning', tone: 'text-attention-text' },
  waiting: { icon: 'clock', tone: 'text-sub-text' },
  unchecked: { icon: 'info', tone: 'text-sub-text' },
} as const

function ResultRow({ step, result, what }: StepResult) {
  const { t } = useWords()
  const { icon, tone } = looks[result]
  return (
    <li className="flex items-start gap-3 py-3 text-14">
      <Icon name={icon} className={classes('mt-0.5 size-5 shrink-0', tone)} />
      <div className="grid min-w-0 gap-0.5">
        <p className="text-ink">
          {t(`proof.step.${step}`)}{' '}
          <span className={classes('font-semibold', tone)}>{t(`proof.result.${result}`)}</span>
        </p>
        {result === 'wrong' && (
          <p lang="en" className="font-mono text-12 break-all text-attention-text">
            {what}
          </p>
        )}
      </div>
    </li>
  )
}
