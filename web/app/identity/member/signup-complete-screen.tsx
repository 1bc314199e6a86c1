import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { useIsHydrated } from '../../platform/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { afterSignUp, useLeaveWhenMember, useRedirectTarget } from './use-redirect-target.ts'
import { CompleteForm } from './complete-form.tsx'
import { FormCard, FormPage } from './form-page.tsx'
import '../../words/identity-words.ts'

/** Where the link of the mail leads: the address is proven by its token. */
export default function SignupCompleteScreen() {
  const { t } = useWords()
  const target = useRedirectTarget()
  const token = useSearchParams()[0].get('token') ?? ''
  const [isOver, setIsOver] = useState(false)
  useLeaveWhenMember(afterSignUp(target))
  // the token is the browser's business: the finished page is the same for everybody
  const isHydrated = useIsHydrated()
  const hasNoLink = isHydrated && (isOver || token === '')
  return (
    <FormPage title={t('signup.complete.title')} lead={hasNoLink ? undefined : t('signup.complete.lead')}>
      <PageHead title={t('signup.complete.title')} isHidden />
      {hasNoLink ? (
        <EmptyState icon="clock" title={t('signup.link-over')} text={t('signup.lead')}>
          <LinkButton to={withRedirect(links.signup, target)}>{t('signup.again')}</LinkButton>
          <LinkButton to={withRedirect(links.login, target)} look="secondary">
            {t('signup.to-login')}
          </LinkButton>
        </EmptyState>
      ) : (
        <FormCard>
          <CompleteForm proof={{ token }} onLinkOver={() => setIsOver(true)} />
        </FormCard>
      )}
    </FormPage>
  )
}
