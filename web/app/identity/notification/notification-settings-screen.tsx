import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import type { NotificationSettingsView } from '@kura/contract/identity/notification'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldError, SelectField, TextField } from '../../ui/field.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { joinSentences, useWords } from '../../words/use-words.ts'
import { MypageHead } from '../member/member-only.tsx'
import { SettingsCard } from '../settings/settings-page.tsx'
import { canPush, startPush, stopPush } from './push.ts'
import '../../words/notification-words.ts'

export const handle = { title: 'notification-settings.title' } satisfies PageHandle

type Change = Parameters<typeof call<'setNotificationSettings'>>[1]['body']
type Kind = NotificationSettingsView['kinds'][number]

/** What the member is mailed and pushed, kind by kind, and the quiet hours. */
export default function NotificationSettingsScreen() {
  const { t } = useWords()
  const { data, error, mutate } = useCall('showNotificationSettings', {})
  const [failure, setFailure] = useState<ErrorCode>()
  const save = async (body: Change): Promise<boolean> => {
    let isSaved = false
    const send = async (): Promise<NotificationSettingsView | undefined> => {
      const result = await call('setNotificationSettings', { body })
      setFailure(result.ok ? undefined : result.body.errorCode)
      isSaved = result.ok
      return result.ok ? result.data : data
    }
    await mutate(send, { ...(data ? { optimisticData: withKinds(data, body) } : {}), revalidate: false })
    return isSaved
  }
  return (
    <div className="grid max-w-reading gap-6">
      <div className="-mt-3 grid">
        <Breadcrumbs trail={[{ name: t('notification.title'), to: links.notifications }]} />
        <MypageHead title={t('notification-settings.title')} />
      </div>
      <p className="text-14">{t('notification-settings.lead')}</p>
      {data ? (
        <>
          <PushCard settings={data} onChanged={() => void mutate()} />
          <FieldError error={failure && t(`error.${failure}`)} />
          <Kinds kinds={data.kinds} onChange={save} />
          <QuietHours key={JSON.stringify(data.quietHours)} settings={data} onSave={save} />
        </>
      ) : error ? (
        <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

/** A checkbox changes when it is pressed, and changes back when the server refuses. */
const withKinds = (settings: NotificationSettingsView, { kinds = [] }: Change): NotificationSettingsView => ({
  ...settings,
  kinds: settings.kinds.map((each) => {
    const { mail, push } = kinds.find(({ kind }) => kind === each.kind) ?? {}
    return { ...each, push: push ?? each.push, mail: mail === undefined ? each.mail : mail ? 'on' : 'off' }
  }),
})

function PushCard({ settings, onChanged }: { settings: NotificationSettingsView; onChanged: () => void }) {
  const { t } = useWords()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<'denied' | 'failed'>()
  const { pushKey, isPushed } = settings
  if (pushKey === '') return null
  const toggle = (): Promise<unknown> =>
    work(async () => {
      const answer = isPushed ? ((await stopPush()) ? 'off' : 'failed') : await startPush(pushKey)
      setFailure(answer === 'denied' || answer === 'failed' ? answer : undefined)
      onChanged()
    })
  return (
    <SettingsCard>
      <div className="grid gap-1">
        <h2 className="text-16 font-semibold text-ink">{t('push.title')}</h2>
        <p className="text-14">{t(canPush() ? (isPushed ? 'push.is-on' : 'push.is-off') : 'push.impossible')}</p>
      </div>
      <FieldError error={failure && t(`push.${failure}`)} />
      {canPush() && (
        <div>
          <Button look={isPushed ? 'secondary' : 'primary'} isBusy={isBusy} onClick={() => void toggle()}>
            {t(isPushed ? 'push.stop' : 'push.start')}
          </Button>
        </div>
      )}
    </SettingsCard>
  )
}

type KindsProps = { kinds: Kind[]; onChange: (change: Change) => Promise<boolean> }

function Kinds({ kinds, onChange }: KindsProps) {
  const { t } = useWords()
  return (
    <section aria-labelledby="kinds" className="grid gap-3">
      <h2 id="kinds" className="text-16 font-semibold text-ink">
        {t('notification-settings.kinds')}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {kinds.map((kind) => (
          <KindRow key={kind.kind} setting={kind} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}

function KindRow({ setting, onChange }: { setting: Kind; onChange: KindsProps['onChange'] }) {
  const { t, language } = useWords()
  const { kind, mail, push, isUrgent } = setting
  const name = t(`notification-kind.${kind}`)
  const about = (channel: string) => (
    <>
      {channel}
      <span className="sr-only">: {name}</span>
    </>
  )
  return (
    <li className="grid gap-1 p-4 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-6 sm:px-6">
      <div className="grid gap-0.5">
        <h3 className="text-14 font-semibold text-ink">{name}</h3>
        <p className="text-12 text-sub-text">
          {joinSentences(
            [t(`notification-kind.${kind}-text`), ...(isUrgent ? [t('notification-settings.urgent')] : [])],
            language,
          )}
        </p>
      </div>
      <div className="flex gap-6">
        <div className="min-w-28">
          {mail === 'always' ? (
            <p className="flex min-h-11 items-center text-12 text-sub-text">{t('notification-settings.mail-always')}</p>
          ) : (
            <Checkbox
              label={about(t('notification-settings.mail'))}
              checked={mail === 'on'}
              onChange={(event) => void onChange({ kinds: [{ kind, mail: event.target.checked }] })}
            />
          )}
        </div>
        <Checkbox
          label={about(t('notification-settings.push'))}
          checked={push}
          onChange={(event) => void onChange({ kinds: [{ kind, push: event.target.checked }] })}
        />
      </div>
    </li>
  )
}

const toTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const toMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const usual = { fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: 'Asia/Tokyo' }

function QuietHours({
  settings,
  onSave,
}: {
  settings: NotificationSettingsView
  onSave: (change: Change) => Promise<boolean>
}) {
  const { t } = useWords()
  const { isBusy, work } = useWork()
  const [isOn, setIsOn] = useState(settings.quietHours !== null)
  const [error, setError] = useState<string>()
  const hours = settings.quietHours ?? usual
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set(['Asia/Tokyo', hours.timeZone, here])]
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const textOf = (name: string, other: string) => String(form.get(name) ?? other)
    const next = {
      isOn,
      fromMinute: toMinute(textOf('from', toTime(hours.fromMinute))),
      toMinute: toMinute(textOf('to', toTime(hours.toMinute))),
      timeZone: textOf('zone', hours.timeZone),
    }
    const isWrong = isOn && (next.fromMinute === next.toMinute || Number.isNaN(next.fromMinute + next.toMinute))
    setError(isWrong ? t('quiet-hours.same') : undefined)
    if (isWrong) return
    void work(async () => {
      if (await onSave({ quietHours: next })) toasts.show({ status: 'success', title: t('quiet-hours.saved') })
    })
  }
  return (
    <SettingsCard>
      <form method="post" noValidate className="grid gap-4" onSubmit={handleSubmit}>
        <div className="grid gap-1">
          <h2 className="text-16 font-semibold text-ink">{t('quiet-hours.title')}</h2>
          <p className="text-14">{t('quiet-hours.text')}</p>
        </div>
        <Checkbox label={t('quiet-hours.on')} checked={isOn} onChange={(event) => setIsOn(event.target.checked)} />
        {isOn && (
          <>
            <div className="grid grid-cols-2 gap-4">
              <TextField
                label={t('quiet-hours.from')}
                type="time"
                name="from"
                defaultValue={toTime(hours.fromMinute)}
              />
              <TextField
                label={t('quiet-hours.to')}
                type="time"
                name="to"
                defaultValue={toTime(hours.toMinute)}
                error={error}
              />
            </div>
            {zones.length > 1 && (
              <SelectField
                label={t('quiet-hours.zone')}
                name="zone"
                defaultValue={hours.timeZone}
                choices={zones.map((zone) => ({
                  value: zone,
                  label: zone === 'Asia/Tokyo' ? t('quiet-hours.japan') : zone.replaceAll('_', ' '),
                }))}
              />
            )}
          </>
        )}
        <div>
          <Button type="submit" look="secondary" isBusy={isBusy}>
            {t('quiet-hours.save')}
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}
