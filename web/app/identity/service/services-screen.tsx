import { useState } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import type { ServiceView } from '@kura/contract/identity/service'
import { call } from '../../platform/api.ts'
import { formatMoment } from '../../platform/format.ts'
import { useCall } from '../../platform/swr.ts'
import { Button } from '../../ui/button.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { ScopeList, ServiceHead } from './service-parts.tsx'
import '../../words/service-words.ts'

export const handle = { title: 'service.title' } satisfies PageHandle

/** The services that may read the member's data, and those that could be connected. */
export default function ServicesScreen() {
  const { t } = useWords()
  return (
    <SettingsPage title={t('service.title')} lead={t('service.lead')}>
      {() => <Services />}
    </SettingsPage>
  )
}

function Services() {
  const { t, pick } = useWords()
  const { data, error, mutate } = useCall('listServices', {})
  const [failure, setFailure] = useState<ErrorCode>()
  if (!data)
    return error ? (
      <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
    ) : (
      <Skeleton className="h-40" />
    )
  const disconnect = async ({ clientId, name }: ServiceView): Promise<void> => {
    const question = {
      description: t('service.end-confirm', { name: pick(name) }),
      confirmTitle: t('service.end'),
    }
    if (!(await dialogs.confirm(question))) return
    const result = await call('disconnectService', { params: { clientId } })
    // a service that is gone is disconnected, too
    const code = result.ok || result.body.errorCode === 'NOT_FOUND' ? undefined : result.body.errorCode
    setFailure(code)
    if (code === undefined) toasts.show({ status: 'success', title: t('service.ended') })
    await mutate()
  }
  const connected = data.items.filter(({ connection }) => connection !== null)
  const others = data.items.filter(({ connection }) => connection === null)
  return (
    <div className="grid gap-8">
      <FieldError error={failure && t(`error.${failure}`)} />
      {connected.length === 0 ? (
        <EmptyState icon="link" title={t('service.none')} text={t('service.none-text')} />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {connected.map((service) => (
            <Connected key={service.clientId} service={service} onEnd={() => void disconnect(service)} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-18">{t('service.others')}</h2>
          <p className="text-14">{t('service.others-text')}</p>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {others.map((service) => (
              <li key={service.clientId} className="p-4 sm:px-6">
                <ServiceHead service={service} level="p" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Connected({ service, onEnd }: { service: ServiceView; onEnd: () => void }) {
  const { t, pick, language } = useWords()
  const { connection } = service
  if (!connection) return null
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-4 p-4 sm:px-6">
      <div className="grid min-w-56 grow basis-0 gap-3">
        <ServiceHead service={service} level="p" />
        <ScopeList scopes={connection.scopes} />
        <p className="tabular text-12 text-sub-text">
          {t('service.connected-at', { at: formatMoment(connection.connectedAt, language) })}
          {connection.lastUsedAt !== null &&
            ` · ${t('service.last-used', { at: formatMoment(connection.lastUsedAt, language) })}`}
        </p>
      </div>
      <Button look="secondary" onClick={onEnd}>
        {t('service.end')}
        <span className="sr-only">: {pick(service.name)}</span>
      </Button>
    </li>
  )
}
