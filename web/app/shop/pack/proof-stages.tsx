import type { PackFairness, PackView } from '@kura/contract/shop/pack'
import { formatCount } from '../../platform/format.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/pack-words.ts'

type Stage = { name: 'commit' | 'height' | 'draw' | 'publish'; isDone: boolean }

/** What was promised, step by step, and how far it is. */
export function ProofStages({ pack, proof }: { pack: PackView; proof: PackFairness | undefined }) {
  const { t } = useWords()
  const isCommitted = (proof?.commitment ?? pack.commitment) !== ''
  const stages: Stage[] = [
    { name: 'commit', isDone: isCommitted },
    { name: 'height', isDone: proof?.drawHeight != null },
    { name: 'draw', isDone: proof?.drawBlockId != null },
    { name: 'publish', isDone: proof?.salt != null },
  ]
  const isOld = proof?.algorithm === 'kura-deal-1'
  const shown = isOld ? stages.filter(({ name }) => name === 'commit' || name === 'publish') : stages
  return (
    <div className="grid gap-6">
      <ol className="grid gap-6">
        {shown.map((stage, index) => (
          <StageRow key={stage.name} {...stage} number={index + 1} pack={pack} height={proof?.drawHeight ?? null} />
        ))}
      </ol>
      {isOld && <p className="text-14">{t('proof.old')}</p>}
    </div>
  )
}

function StageRow({
  name,
  isDone,
  number,
  pack,
  height,
}: Stage & { number: number; pack: PackView; height: string | null }) {
  const { t, language } = useWords()
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className={classes(
          'flex size-8 shrink-0 items-center justify-center rounded-full border-2 text-14 font-semibold',
          isDone ? 'border-indigo bg-indigo text-white' : 'border-line-strong bg-surface text-ink',
        )}
      >
        {isDone ? <Icon name="check" className="size-4" /> : number}
      </span>
      <div className="grid min-w-0 gap-1 pt-1">
        <h2 className="text-16">
          {t(`proof.stage.${name}.title`)}{' '}
          <span className="text-12 font-normal text-sub-text">
            {t(isDone ? 'proof.state.done' : 'proof.state.waiting')}
          </span>
        </h2>
        <p className="text-14">
          {t(`proof.stage.${name}.text`, {
            issued: formatCount(pack.issued, language),
            height: height === null ? '…' : formatCount(Number(height), language),
          })}
        </p>
      </div>
    </li>
  )
}
