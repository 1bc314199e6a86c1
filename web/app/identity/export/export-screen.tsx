import { useState } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import type { ExportView } from '@kura/contract/identity/export'
import { call } from '../../platform/api.ts'
import { callFile, saveFile } from '../../platform/call-file.ts'
import { formatMoment } from '../../platform/format.ts'
import { useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { Fact, Facts } from '../../ui/section.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { SettingsCard, SettingsPage } from '../settings/settings-page.tsx'
import '../../words/identity-words.ts'

export const handle = { title: 'export.title' } satisfies PageHandle

const isRunning = (latest: ExportView | undefined): boolean =>
  latest?.state === 'requested' || latest?.state === 'writing'

/** The export of a member's own data: what is in it, how far it is, and its file. */
export default function ExportScreen() {
  const { t } = useWords()
  return (
    <SettingsPage title={t('export.title')} lead={t('export.lead')}>
      {() => (
        <>
          <Contents />
          <Latest />
        </>
      )}
    </SettingsPage>
  )
}

function Contents() {
  const { t } = useWords()
  return (
    <ul className="grid list-disc gap-1 pl-5 text-14">
      {(['account', 'shopping', 'selling', 'messages'] as const).map((part) => (
        <li key={part}>{t(`export.part.${part}`)}</li>
      ))}
    </ul>
  )
}

function Latest() {
  const { t } = useWords()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  // read every second while it is written, and again when the tab is shown
  const { data, error, mutate } = useCall(
    'showExport',
    {},
    { refreshInterval: (latest) => (isRunning(latest) ? 1000 : 0), revalidateOnFocus: true },
  )
  if (!data)
    return error ? (
      <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
    ) : (
      <Skeleton className="h-40" />
    )
  const handleRequest = async (): Promise<void> => {
    setFailure(undefined)
    const result = await call('requestExport', {})
    if (result.ok) return void (await mutate(result.data, { revalidate: false }))
    setFailure(result.body.errorCode)
    await mutate()
  }
  const isThere = data.state === 'ready' && data.isOfThisSession
  return (
    <SettingsCard>
      <div aria-live="polite" className="grid gap-3">
        <Standing latest={data} />
      </div>
      {isThere && <Download latest={data} onGone={() => void mutate()} />}
      {!isRunning(data) && (
        <div>
          <Button look={isThere ? 'quiet' : 'primary'} isBusy={isBusy} onClick={() => void work(handleRequest)}>
            {t(isThere ? 'export.again' : 'export.request')}
          </Button>
        </div>
      )}
      <FieldError error={failure && t(failure === 'TOO_MANY_REQUESTS' ? 'export.too-often' : `error.${failure}`)} />
    </SettingsCard>
  )
}

/** What there is to say of the latest export. */
function Standing({ latest }: { latest: ExportView }) {
  const { t } = useWords()
  const { state, done, total, isOfThisSession } = latest
  if (isRunning(latest))
    return (
      <>
        <p className="text-16 font-semibold text-ink">{t('export.running')}</p>
        <progress className="progress-line" value={done} max={total} aria-label={t('export.progress')} />
        <p className="tabular text-14">{t('export.running-text', { done, total })}</p>
      </>
    )
  if (state === 'ready' && isOfThisSession) return <p className="text-16 font-semibold text-ink">{t('export.ready')}</p>
  if (state === 'ready') return <p className="text-14">{t('export.other-session')}</p>
  if (state === 'expired') return <p className="text-14">{t('export.expired')}</p>
  if (state === 'failed') return <p className="text-14 text-attention-text">{t('export.failed')}</p>
  return <p className="text-14">{t('export.none')}</p>
}

function Download({ latest, onGone }: { latest: ExportView; onGone: () => void }) {
  const { t, language } = useWords()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  const { requestedAt, expiresAt, bytes } = latest
  const handleDownload = async (): Promise<void> => {
    setFailure(undefined)
    const result = await callFile('downloadExport', {})
    if (result.ok) return saveFile(result.data, `kura-data-${(requestedAt ?? '').slice(0, 10)}.zip`)
    setFailure(result.body.errorCode)
    return onGone()
  }
  return (
    <>
      <Facts>
        {requestedAt !== null && <Fact name={t('export.requested-at')}>{formatMoment(requestedAt, language)}</Fact>}
        {expiresAt !== null && <Fact name={t('export.until')}>{formatMoment(expiresAt, language)}</Fact>}
        {bytes !== null && (
          <Fact name={t('export.size')}>
            <span className="tabular">{sizeOf(bytes, language)}</span>
          </Fact>
        )}
      </Facts>
      <div>
        <Button isBusy={isBusy} onClick={() => void work(handleDownload)}>
          {t('export.download')}
        </Button>
      </div>
      <FieldError error={failure && t(`error.${failure}`)} />
      <p className="text-12 text-sub-text">{t('export.keep-safe')}</p>
    </>
  )
}

/** A size as people read it, in kB or MB. */
const sizeOf = (bytes: number, language: string): string => {
  const isSmall = bytes < 1_000_000
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(bytes / (isSmall ? 1000 : 1_000_000))
}
