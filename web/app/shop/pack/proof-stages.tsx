import type { PackFairness, PackView } from '@kura/contract/shop/pack'
import { formatCount } from '../../platform/format.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/pack-words.ts'
import type { ReactNode } from 'react'
import { blockPage } from '../../platform/chain-pages.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { useSite } from '../../platform/use-site.ts'

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

/**
 * What no computation can show: the commitment is the early one, and the block is the chain's.
 * People compare these themselves.
 */
export function ProofCompare({ pack, proof }: { pack: PackView; proof: PackFairness | undefined }) {
  const { t } = useWords()
  const { flow } = useSite()
  const commitment = proof?.commitment ?? pack.commitment
  const { drawHeight = null, drawBlockId = null } = proof ?? {}
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <h2 className="text-20">{t('proof.compare.title')}</h2>
      <p className="text-14">{t('proof.compare.text')}</p>
      <ol className="grid divide-y divide-line border-y border-line">
        <Comparison
          title={t('proof.data.commitment')}
          text={t(proof?.salt == null ? 'proof.compare.note' : 'proof.compare.commitment')}
        >
          {commitment === '' ? <NotYet /> : <CopyText text={commitment} />}
        </Comparison>
        {proof?.algorithm !== 'kura-deal-1' && (
          <Comparison title={t('proof.compare.block-title')} text={t('proof.compare.block')}>
            <dl className="grid gap-x-4 gap-y-1 text-14 sm:grid-cols-[auto_1fr]">
              <dt className="text-sub-text">{t('proof.data.height')}</dt>
              <dd className="min-w-0">{drawHeight === null ? <NotYet /> : <CopyText text={drawHeight} />}</dd>
              <dt className="text-sub-text">{t('proof.data.block')}</dt>
              <dd className="min-w-0">{drawBlockId === null ? <NotYet /> : <CopyText text={drawBlockId} />}</dd>
            </dl>
            {drawHeight !== null && drawBlockId !== null && (
              <a
                href={blockPage(flow, drawHeight)}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center gap-1 justify-self-start text-14 font-medium text-indigo-text underline"
              >
                {t('proof.compare.ask', { height: drawHeight })}
                <Icon name="link" className="size-4 shrink-0" />
              </a>
            )}
          </Comparison>
        )}
      </ol>
      <p className="text-12 text-sub-text">{t('proof.compare.limits')}</p>
    </section>
  )
}

function Comparison({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid min-w-0 gap-2 py-4">
      <h3 className="text-14 font-semibold text-ink">{title}</h3>
      <p className="text-14">{text}</p>
      {children}
    </li>
  )
}

function NotYet() {
  const { t } = useWords()
  return <span className="text-14 text-sub-text">{t('proof.data.none')}</span>
}
