import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ErrorCode } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { links, withRedirect } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/notification-words.ts'

/** Asks to be reminded before the sale of a pack begins. Guests are led to sign in first. */
export function ReminderButton({ packId }: { packId: string }) {
  const { t } = useWords()
  const session = useSession()
  const { pathname } = useLocation()
  const { data, mutate } = useCall('showReminder', { params: { packId } })
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  if (!session)
    return (
      <LinkButton to={withRedirect(links.login, pathname)} look="secondary" size="lg" isWide>
        <Icon name="bell" className="size-5" />
        {t('reminder.set')}
      </LinkButton>
    )
  const isSet = data?.isSet ?? false
  const toggle = (): Promise<unknown> =>
    work(async () => {
      const result = await call(isSet ? 'deleteReminder' : 'setReminder', { params: { packId } })
      setFailure(result.ok ? undefined : result.body.errorCode)
      if (result.ok) await mutate(result.data, { revalidate: false })
    })
  return (
    <div className="grid gap-2">
      <Button
        look={isSet ? 'secondary' : 'primary'}
        size="lg"
        isWide
        isBusy={isBusy}
        isWaiting={!data}
        onClick={() => void toggle()}
      >
        <Icon name={isSet ? 'check' : 'bell'} className="size-5" />
        {t(isSet ? 'reminder.is-set' : 'reminder.set')}
      </Button>
      <p role="status" className="text-12 text-sub-text">
        {isSet && t('reminder.text', { minutes: limits.reminderMinutes })}
      </p>
      <FieldError error={failure && t(`error.${failure}`)} />
    </div>
  )
}
