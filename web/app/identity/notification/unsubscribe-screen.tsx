import { useState } from 'react'
import type { NotificationView } from '@kura/contract/identity/notification'
import { links } from '../../platform/links.ts'
import { useIsHydrated } from '../../platform/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { useFormCall } from '../member/form-call.ts'
import { FormCard, FormPage } from '../member/form-page.tsx'
import '../../words/identity-words.ts'
import '../../words/notification-words.ts'

const search = declareSearch({ token: 'browser' })
export const handle = { search }

/** The page of the link that ends mails of a kind. It waits for a press: mail scanners open links. */
export default function UnsubscribeScreen() {
  const { t } = useWords()
  const token = useSearch(search).get('token') ?? ''
  const isHydrated = useIsHydrated()
  const [end, setEnd] = useState<NotificationView['kind'] | 'void'>()
  const { isBusy, errors, send } = useFormCall([])
  const handleStop = async (): Promise<void> => {
    const result = await send('unsubscribeMail', { query: { token } }, { session: null })
    if (result?.ok) setEnd(result.data.kind)
    else if (result?.body.errorCode === 'TOKEN_NOTFOUND') setEnd('void')
  }
  const shown = isHydrated && token === '' ? 'void' : end
  return (
    <FormPage title={t('unsubscribe.title')} lead={shown === undefined ? t('unsubscribe.lead') : undefined}>
      <PageHead title={t('unsubscribe.title')} isHidden />
      {shown === undefined ? (
        <FormCard>
          <div className="grid gap-5">
            <FieldError error={errors.form} />
            <Button size="lg" isWide isBusy={isBusy} onClick={() => void handleStop()}>
              {t('unsubscribe.submit')}
            </Button>
          </div>
        </FormCard>
      ) : (
        <EmptyState
          icon={shown === 'void' ? 'warning' : 'check'}
          title={
            shown === 'void' ? t('unsubscribe.void') : t('unsubscribe.done', { kind: t(`notification-kind.${shown}`) })
          }
          text={t(shown === 'void' ? 'unsubscribe.void-text' : 'unsubscribe.done-text')}
        >
          <LinkButton to={links.notificationSettings} look="secondary">
            {t('notification-settings.title')}
          </LinkButton>
        </EmptyState>
      )}
    </FormPage>
  )
}
