import { Link } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useWords } from '../../words/use-words.ts'
import { AddressForm, FormCard, FormPage } from './form-page.tsx'
import { afterSignUp } from './use-redirect-target.ts'
import { CompleteForm } from './complete-form.tsx'
import { CodeSent } from './mail-sent.tsx'
import { redirectSearch, useLeaveWhenMember, useRedirectTarget } from './use-redirect-target.ts'
import { useSentCode } from './form-call.ts'
import '../../words/identity-words.ts'

export const handle = { search: redirectSearch }

export default function SignupScreen() {
  const { t } = useWords()
  const target = useRedirectTarget()
  const { sentTo, requestId, code, keep, forget } = useSentCode('sign-up')
  useLeaveWhenMember(afterSignUp(target))
  return (
    <>
      <PageHead title={t('signup.title')} isHidden />
      {sentTo === undefined ? (
        <FormPage title={t('signup.title')} lead={t('signup.lead')}>
          <FormCard>
            <AddressForm name="emailSignUp" redirect={target} submit="signup.submit" onSent={keep} />
          </FormCard>
          <p className="text-center text-14">
            {t('signup.has-account')}{' '}
            <Link
              to={withRedirect(links.login, target)}
              className="inline-flex min-h-11 items-center font-semibold text-indigo-text underline"
            >
              {t('signup.to-login')}
            </Link>
          </p>
        </FormPage>
      ) : (
        <FormPage
          title={t('signup.sent.title')}
          lead={
            <CodeSent
              name="emailSignUpResend"
              word="signup.sent.text"
              email={sentTo}
              code={code}
              redirect={target}
              onResent={(again) => keep(sentTo, again, 'resent')}
              onOther={forget}
            />
          }
        >
          <FormCard>
            <CompleteForm proof={{ email: sentTo, requestId }} />
          </FormCard>
        </FormPage>
      )}
    </>
  )
}
