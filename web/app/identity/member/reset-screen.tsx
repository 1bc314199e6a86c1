import { useState } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '@kura/contract/limits'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { links, withRedirect } from '../../platform/links.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { useIsHydrated } from '../../platform/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { AddressForm } from './address-form.tsx'
import { BackToLogin, FormCard, FormPage } from './form-page.tsx'
import { MailSent } from './mail-sent.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { redirectSearch, useRedirectTarget } from './use-redirect-target.ts'
import { useSentCode } from './use-sent-code.ts'
import type { SentCode } from './use-sent-code.ts'
import '../../words/identity-words.ts'

const search = declareSearch({ ...redirectSearch, token: 'browser' })
export const handle = { search }

/** A new password by mail: the address first, then the code, or right away by the link of the mail. */
export default function ResetScreen() {
  const { t } = useWords()
  const target = useRedirectTarget()
  const navigate = useNavigate()
  // the token is the browser's business: the finished page is the same for everybody
  const token = useSearch(search).get('token') ?? ''
  const hasToken = useIsHydrated() && token !== ''
  const { sentTo, requestId, code, keep, forget } = useSentCode('password-reset')
  const handleDone = (): void => {
    forget()
    void navigate(target, { replace: true })
  }
  return (
    <>
      <PageHead title={t('reset.title')} isHidden />
      {hasToken ? (
        <ByLink key={token} token={token} target={target} onDone={handleDone} />
      ) : sentTo === undefined ? (
        <FormPage title={t('reset.title')} lead={t('reset.lead')}>
          <FormCard>
            <AddressForm name="passwordResetPrepare" redirect={target} submit="reset.submit" onSent={keep} />
          </FormCard>
          <BackToLogin target={target} />
        </FormPage>
      ) : (
        <FormPage
          title={t('signup.sent.title')}
          lead={
            <Sent
              email={sentTo}
              code={code}
              redirect={target}
              onResent={(again) => keep(sentTo, again, 'resent')}
              onOther={forget}
            />
          }
        >
          <FormCard>
            <NewPasswordForm proof={{ email: sentTo, requestId }} onDone={handleDone} />
          </FormCard>
        </FormPage>
      )}
    </>
  )
}

function ByLink({ token, target, onDone }: { token: string; target: string; onDone: () => void }) {
  const { t } = useWords()
  const [isOver, setIsOver] = useState(false)
  return (
    <FormPage title={t('reset.title')} lead={isOver ? undefined : t('reset.new-lead')}>
      {isOver ? (
        <EmptyState icon="clock" title={t('signup.link-over')} text={t('reset.lead')}>
          <LinkButton to={withRedirect(links.passwordReset, target)}>{t('signup.again')}</LinkButton>
        </EmptyState>
      ) : (
        <FormCard>
          <NewPasswordForm proof={{ token }} onLinkOver={() => setIsOver(true)} onDone={onDone} />
        </FormCard>
      )}
    </FormPage>
  )
}

type SentProps = {
  email: string
  code: SentCode
  redirect: string
  onResent: (requestId: string) => void
  onOther: () => void
}

function Sent({ email, code, redirect, onResent, onOther }: SentProps) {
  const { t, language } = useWords()
  const guardedCall = useGuardedCall()
  const handleResend = async () => {
    const result = await guardedCall('passwordResetPrepare', { body: { email, locale: language, redirect } })
    if (result.ok) onResent(result.data.requestId)
    return result
  }
  return (
    <MailSent
      text={t('reset.sent', { email, minutes: limits.codeMinutes })}
      code={code}
      resend={{ done: t('signup.resent'), send: handleResend }}
      onOther={onOther}
    />
  )
}
