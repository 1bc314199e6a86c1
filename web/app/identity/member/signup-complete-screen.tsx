import { useState } from 'react'
import { links, withRedirect } from '../../platform/links.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { useIsHydrated } from '../../platform/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { afterSignUp } from './use-redirect-target.ts'
import { CompleteForm } from './complete-form.tsx'
import { FormCard, FormPage } from './form-page.tsx'
import { redirectSearch, useLeaveWhenMember, useRedirectTarget } from './use-redirect-target.ts'
import '../../words/identity-words.ts'

const search = declareSearch({ ...redirectSearch, token: 'browser' })
export const handle = { search }

/** Where the link of the mail leads: the address is proven by its token. */
export default function SignupCompleteScreen() {
  const { t } = useWords()
  const target = useRedirectTarget()
  const token = useSearch(search).get('token') ?? ''
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
