import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ErrorCode } from '@kura/contract/errors'
import type { SessionDeviceView } from '@kura/contract/identity/account'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { session } from '../../platform/session.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { formatMoment } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { describeDevice } from './describe-device.ts'
import { SettingsPage } from './settings-page.tsx'
import '../../words/identity-words.ts'

export const handle = { title: 'device.title' } satisfies PageHandle

export default function DevicesScreen() {
  const { t } = useWords()
  return (
    <SettingsPage title={t('device.title')} lead={t('device.lead')}>
      {() => <Devices />}
    </SettingsPage>
  )
}

function Devices() {
  const { data, error, mutate } = useCall('listSessions', {})
  const { failure, endOne, endOthers, endAll } = useEnding(() => void mutate())
  if (!data)
    return error ? (
      <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
    ) : (
      <Skeleton className="h-40" />
    )
  return (
    <div className="grid gap-6">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.items.map((device) => (
          <Device key={device.sessionId} device={device} onEnd={(name) => void endOne(device, name)} />
        ))}
      </ul>
      <Actions hasOthers={data.items.length > 1} failure={failure} onOthers={endOthers} onAll={endAll} />
    </div>
  )
}

type ActionsProps = {
  hasOthers: boolean
  failure: ErrorCode | undefined
  onOthers: () => Promise<void>
  onAll: () => Promise<void>
}

function Actions({ hasOthers, failure, onOthers, onAll }: ActionsProps) {
  const { t } = useWords()
  return (
    <>
      <FieldError error={failure && t(`error.${failure}`)} />
      <div className="flex flex-wrap gap-3">
        {hasOthers && (
          <Button look="secondary" onClick={() => void onOthers()}>
            {t('device.end-others')}
          </Button>
        )}
        <Button look="danger" onClick={() => void onAll()}>
          {t('device.end-all')}
        </Button>
      </div>
    </>
  )
}

function Device({ device, onEnd }: { device: SessionDeviceView; onEnd: (name: string) => void }) {
  const { t, language } = useWords()
  const known = describeDevice(device.userAgent)
  const name = known ? t('device.on', known) : t('device.unknown')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:px-6">
      <div className="grid min-w-56 grow basis-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 text-16 font-semibold text-ink">
          {name}
          {device.isCurrent && <Badge tone="strong">{t('device.current')}</Badge>}
        </p>
        <p className="tabular text-14">{t('device.last-used', { at: formatMoment(device.lastUsedAt, language) })}</p>
        <p className="tabular text-12 text-sub-text">
          {t('device.signed-in', { at: formatMoment(device.signedInAt, language) })}
        </p>
      </div>
      {!device.isCurrent && (
        <Button look="secondary" onClick={() => onEnd(name)}>
          {t('device.end')}
          <span className="sr-only">: {name}</span>
        </Button>
      )}
    </li>
  )
}

/** Ends sessions after a confirmation; `onChanged` reads the list again. */
function useEnding(onChanged: () => void) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<ErrorCode>()
  const done = (code: ErrorCode | undefined): void => {
    // a device that is already signed out is the goal
    const isGone = code === undefined || code === 'NOT_FOUND'
    setFailure(isGone ? undefined : code)
    if (isGone) toasts.show({ status: 'success', title: t('device.ended') })
    onChanged()
  }
  return {
    failure,
    endOne: async ({ sessionId }: SessionDeviceView, name: string): Promise<void> => {
      const question = { description: t('device.end-confirm', { name }), confirmTitle: t('device.end') }
      if (!(await dialogs.confirm(question))) return
      const result = await call('endOneSession', { params: { sessionId } })
      done(result.ok ? undefined : result.body.errorCode)
    },
    endOthers: async (): Promise<void> => {
      const question = { description: t('device.end-others-confirm'), confirmTitle: t('device.end-others') }
      if (!(await dialogs.confirm(question))) return
      const result = await call('endSessions', { query: { keep: 'current' } })
      done(result.ok ? undefined : result.body.errorCode)
    },
    endAll: async (): Promise<void> => {
      const question = { description: t('device.end-all-confirm'), confirmTitle: t('device.end-all') }
      if (!(await dialogs.confirm(question))) return
      const result = await call('endSessions', { query: {} })
      if (!result.ok) return done(result.body.errorCode)
      session.clear()
      await navigate(links.home)
    },
  }
}
