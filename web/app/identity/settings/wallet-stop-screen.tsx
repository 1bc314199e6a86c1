import { useState } from 'react'
import { links } from '../../platform/links.ts'
import { FormCard, FormPage } from '../member/form-page.tsx'
import { useFormCall } from '../member/form-call.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { useIsHydrated } from '../../platform/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

const search = declareSearch({ token: 'browser' })
export const handle = { search }

/** The page of the mailed link that cancels a recovery; works without a session, too. */
export default function WalletStopScreen() {
  const { t } = useWords()
  const token = useSearch(search).get('token') ?? ''
  const isHydrated = useIsHydrated()
  const [end, setEnd] = useState<'done' | 'over'>()
  const { isBusy, errors, send } = useFormCall([])
  const handleStop = async (): Promise<void> => {
    const result = await send('stopFlowRecovery', { body: { token } })
    if (result?.ok) setEnd('done')
    else if (result?.body.errorCode === 'TOKEN_NOTFOUND') setEnd('over')
  }
  const shown = isHydrated && token === '' ? 'over' : end
  return (
    <FormPage title={t('wallet-stop.title')} lead={shown === undefined ? t('wallet-stop.lead') : undefined}>
      <PageHead title={t('wallet-stop.title')} isHidden />
      {shown === undefined && (
        <FormCard>
          <div className="grid gap-5">
            <FieldError error={errors.form} />
            <Button size="lg" isWide look="danger" isBusy={isBusy} onClick={() => void handleStop()}>
              {t('wallet-stop.submit')}
            </Button>
          </div>
        </FormCard>
      )}
      {shown === 'done' && (
        <EmptyState icon="check" title={t('wallet-stop.done')} text={t('wallet-stop.done-text')}>
          <LinkButton to={links.passwordReset}>{t('reset.title')}</LinkButton>
          <LinkButton to={links.devices} look="secondary">
            {t('device.title')}
          </LinkButton>
        </EmptyState>
      )}
      {shown === 'over' && (
        <EmptyState icon="clock" title={t('wallet-stop.over')} text={t('wallet-stop.done-text')}>
          <LinkButton to={links.wallet} look="secondary">
            {t('wallet-settings.title')}
          </LinkButton>
        </EmptyState>
      )}
    </FormPage>
  )
}
