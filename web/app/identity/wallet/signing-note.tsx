import { useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { SigningStage } from './signing.ts'
import { failureWords } from './sign-flow.ts'
import type { WalletError } from './wallet-error.ts'
import '../../words/signing-words.ts'

type SigningNoteProps = {
  /** What the signature allows, and what it never can, in plain words. */
  can: readonly string[]
  cannot: readonly string[]
  /** For comparing with what the wallet shows: the values by name, and the program's text. */
  values?: readonly (readonly [name: string, value: string])[]
  cadence?: string | undefined
}

/** What is about to be signed, shown before the wallet opens. */
export function SigningNote({ can, cannot, values = [], cadence }: SigningNoteProps) {
  const { t } = useWords()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      <h3 id={id} className="flex items-center gap-2 text-16">
        <Icon name="info" className="size-5 text-indigo-text" />
        {t('signing.what')}
      </h3>
      <Points title={t('signing.can')} icon="check" tone="text-success-text" points={can} />
      <Points title={t('signing.cannot')} icon="close" tone="text-attention-text" points={cannot} />
      {(values.length > 0 || cadence !== undefined) && <Details values={values} cadence={cadence} />}
    </section>
  )
}

type PointsProps = { title: string; icon: IconName; tone: string; points: readonly string[] }

function Points({ title, icon, tone, points }: PointsProps) {
  return (
    <div className="grid gap-2">
      <h4 className="text-12 font-semibold text-sub-text">{title}</h4>
      <ul className="grid gap-2">
        {points.map((point) => (
          <li key={point} className="flex gap-2 text-14 text-ink">
            <Icon name={icon} className={`mt-0.5 size-5 shrink-0 ${tone}`} />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Details({ values, cadence }: Required<Pick<SigningNoteProps, 'values'>> & Pick<SigningNoteProps, 'cadence'>) {
  const { t } = useWords()
  return (
    <details className="border-t border-line pt-2">
      <summary className="min-h-11 cursor-pointer py-3 text-14 leading-label text-indigo-text">
        {t('signing.details')}
      </summary>
      <div className="grid gap-4">
        {values.length > 0 && (
          <div className="grid gap-2">
            <h4 className="text-12 font-semibold text-sub-text">{t('signing.values')}</h4>
            <dl className="grid gap-2 text-12">
              {values.map(([name, value]) => (
                <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-x-3 sm:grid-cols-[96px_minmax(0,1fr)]">
                  <dt className="text-sub-text">{name}</dt>
                  <dd className="font-mono break-all text-ink">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
        {cadence !== undefined && (
          <div className="grid gap-2">
            <h4 className="text-12 font-semibold text-sub-text">{t('signing.text')}</h4>
            <pre
              lang="en"
              className="rounded-field bg-ground p-3 font-mono text-12 leading-label wrap-anywhere whitespace-pre-wrap text-ink"
            >
              {cadence}
            </pre>
          </div>
        )}
      </div>
    </details>
  )
}

/**
 * Shows what a wallet's transaction is waiting for. Always in the page, even empty: screen readers
 * announce only changes to an existing element.
 */
export function SigningWait({ stage }: { stage: SigningStage | undefined }) {
  const { t } = useWords()
  return (
    <div role="status" className="empty:hidden">
      {stage && (
        <p className="flex items-center gap-3 rounded-card bg-indigo-ground p-4 text-14 text-ink">
          <span
            aria-hidden="true"
            className="size-5 shrink-0 animate-spin rounded-full border-2 border-indigo-text border-t-transparent"
          />
          {t(stage === 'sealing' || stage === 'recording' ? 'signing.sealing' : 'signing.in-wallet')}
        </p>
      )}
    </div>
  )
}

/**
 * Shows why a wallet's act failed, or that its outcome is unknown; always in the page, so that a
 * change is announced.
 */
export function WalletFailure({ error }: { error: WalletError | undefined }) {
  const { t } = useWords()
  const words = error && failureWords(error)
  return (
    <div role="alert" className="empty:hidden">
      {words && (
        <div className="flex gap-3 rounded-card bg-attention-ground p-4">
          <Icon name="warning" className="size-6 shrink-0 text-attention-text" />
          <div className="grid gap-1">
            <p className="text-14 font-semibold text-attention-text">{t(words.title)}</p>
            <p className="text-14 text-ink">{t(words.text)}</p>
          </div>
        </div>
      )}
    </div>
  )
}
