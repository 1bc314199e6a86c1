import { useState } from 'react'
import { links } from '../../platform/links.ts'
import { useIsHydrated } from '../../platform/session.ts'
import { useFormCall } from '../member/form-call.ts'
import { FormCard, FormPage } from '../member/form-page.tsx'
import { useMe } from '../session/use-me.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'
import '../../words/leave-words.ts'

const search = declareSearch({ token: 'browser' })
export const handle = { search }

/** The page of the mailed link that cancels a deletion; works without a session, too. */
export default function LeaveStopScreen() {
  const { t } = useWords()
  const token = useSearch(search).get('token') ?? ''
  const isHydrated = useIsHydrated()
  const { me, renew } = useMe()
  const [end, setEnd] = useState<'done' | 'over'>()
  const { isBusy, errors, send } = useFormCall([])
  const handleStop = async (): Promise<void> => {
    const result = await send('stopDeletion', { body: { token } })
    if (result?.ok) {
      setEnd('done')
      if (me) await renew()
    } else if (result?.body.errorCode === 'TOKEN_NOTFOUND') setEnd('over')
  }
  const shown = isHydrated && token === '' ? 'over' : end
  return (
    <FormPage title={t('leave-stop.title')} lead={shown === undefined ? t('leave-stop.lead') : undefined}>
      <PageHead title={t('leave-stop.title')} isHidden />
      {shown === undefined && (
        <FormCard>
          <div className="grid gap-5">
            <FieldError error={errors.form} />
            <Button size="lg" isWide isBusy={isBusy} onClick={() => void handleStop()}>
              {t('leave.cancel')}
            </Button>
          </div>
        </FormCard>
      )}
      {shown === 'done' && (
        <EmptyState
          icon="check"
          title={t('leave.cancelled')}
          text={`${t('leave.cancelled-text')} ${t('leave-stop.not-you')}`}
        >
          <LinkButton to={links.mypage}>{t('mypage.title')}</LinkButton>
          <LinkButton to={links.passwordReset} look="secondary">
            {t('reset.title')}
          </LinkButton>
        </EmptyState>
      )}
      {shown === 'over' && (
        <EmptyState icon="clock" title={t('leave-stop.over')} text={t('leave-stop.over-text')}>
          <LinkButton to={links.account} look="secondary">
            {t('account-settings.title')}
          </LinkButton>
        </EmptyState>
      )}
    </FormPage>
  )
}
