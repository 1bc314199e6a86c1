import { useState } from 'react'
import { useParams } from 'react-router'
import type { ServiceRequestView } from '@kura/contract/identity/service'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { useFormCall } from '../member/form-call.ts'
import { FormCard, FormPage } from '../member/form-page.tsx'
import { MemberOnly } from '../member/member-only.tsx'
import { useMe } from '../session/use-me.ts'
import { ScopeList, ServiceHead } from './service-parts.tsx'
import '../../words/service-words.ts'

/** A service asks for consent: the member allows or declines, and goes back to it. */
export default function ConnectScreen() {
  const { t } = useWords()
  return (
    <MemberOnly title={t('connect.title')}>
      <Consent />
    </MemberOnly>
  )
}

function Consent() {
  const { t, pick } = useWords()
  const { requestId = '' } = useParams()
  const input = { params: { requestId }, headers: {} }
  // one request, decided once: what was read stays
  const { data, error, mutate } = useCall('showServiceRequest', input, { revalidateOnFocus: false })
  const [isOver, setIsOver] = useState(false)
  if (isOver || (!data && error?.status === 404)) return <Over />
  if (!data)
    return (
      <FormPage title={t('connect.title')}>
        <PageHead title={t('connect.title')} isHidden />
        {error ? (
          <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
        ) : (
          <Skeleton className="h-80" />
        )}
      </FormPage>
    )
  return (
    <FormPage title={t('connect.title')} lead={t('connect.lead', { name: pick(data.service.name) })}>
      <PageHead title={t('connect.title')} isHidden />
      <Decision requestId={requestId} request={data} onOver={() => setIsOver(true)} />
    </FormPage>
  )
}

type DecisionProps = { requestId: string; request: ServiceRequestView; onOver: () => void }

function Decision({ requestId, request, onOver }: DecisionProps) {
  const { t } = useWords()
  const { me } = useMe()
  const { service, scopes, returnHost } = request
  const [isLeaving, setIsLeaving] = useState(false)
  const { isBusy, errors, send } = useFormCall([])
  const decide = async (isAllowed: boolean): Promise<void> => {
    const result = isAllowed
      ? await send('connectService', { params: { clientId: service.clientId }, headers: {}, body: { requestId } })
      : await send('declineServiceRequest', { params: { requestId }, headers: {} })
    if (!result) return
    if (result.ok) {
      setIsLeaving(true)
      // not a form: the content security policy keeps forms on this site
      globalThis.location.assign(result.data.redirectUrl)
    } else if (result.body.errorCode === 'NOT_FOUND') onOver()
  }
  return (
    <FormCard>
      <div className="grid gap-5">
        <ServiceHead service={service} level="h2" />
        <div className="grid gap-2">
          <h2 className="text-14 font-semibold">{t('connect.allows')}</h2>
          <ScopeList scopes={scopes} />
        </div>
        <p className="text-14">{t('connect.never')}</p>
        <dl className="grid gap-1 border-t border-line pt-4 text-14">
          <div className="flex flex-wrap gap-x-2">
            <dt className="text-sub-text">{t('connect.account')}</dt>
            <dd className="break-all">{me?.displayName || me?.email || me?.flowAddress || '…'}</dd>
          </div>
          <div className="flex flex-wrap gap-x-2">
            <dt className="text-sub-text">{t('connect.return')}</dt>
            <dd className="break-all">{returnHost}</dd>
          </div>
        </dl>
        <FieldError error={errors.form} />
        <div className="grid gap-3">
          <Button size="lg" isWide isBusy={isBusy || isLeaving} onClick={() => void decide(true)}>
            {t('connect.allow')}
          </Button>
          <Button size="lg" isWide look="secondary" disabled={isBusy || isLeaving} onClick={() => void decide(false)}>
            {t('connect.decline')}
          </Button>
        </div>
        <p className="text-12 text-sub-text">{t('connect.later')}</p>
      </div>
    </FormCard>
  )
}

function Over() {
  const { t } = useWords()
  return (
    <FormPage title={t('connect.title')}>
      <PageHead title={t('connect.title')} isHidden />
      <EmptyState icon="clock" title={t('connect.over')} text={t('connect.over-text')}>
        <LinkButton to={links.services} look="secondary">
          {t('service.title')}
        </LinkButton>
      </EmptyState>
    </FormPage>
  )
}
