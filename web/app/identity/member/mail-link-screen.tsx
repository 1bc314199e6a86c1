import { useState } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '@kura/contract/limits'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { links, withRedirect } from '../../platform/links.ts'
import { chosenLanguage } from '../../platform/preferences.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { session, useIsHydrated } from '../../platform/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { AddressForm, BackToLogin, FormCard, FormPage } from './form-page.tsx'
import { MailSent } from './mail-sent.tsx'
import { useFormCall } from './form-call.ts'
import { useMakeRoom } from './use-make-room.ts'
import { redirectSearch, useRedirectTarget } from './use-redirect-target.ts'
import '../../words/identity-words.ts'

const search = declareSearch({ ...redirectSearch, token: 'browser' })
export const handle = { search }

/** Signs in by a mailed link: requests the mail, and is the page the link leads to. */
export default function MailLinkScreen() {
  const { t } = useWords()
  const target = useRedirectTarget()
  // the token is the browser's business: the finished page is the same for everybody
  const token = useSearch(search).get('token') ?? ''
  const hasToken = useIsHydrated() && token !== ''
  const [sentTo, setSentTo] = useState<string>()
  return (
    <>
      <PageHead title={t('mail-link.title')} isHidden />
      {hasToken ? (
        <Landing key={token} token={token} target={target} />
      ) : sentTo === undefined ? (
        <FormPage title={t('mail-link.title')} lead={t('mail-link.lead')}>
          <FormCard>
            <AddressForm name="onetimeTokenPrepare" redirect={target} submit="mail-link.submit" onSent={setSentTo} />
          </FormCard>
          <BackToLogin target={target} />
        </FormPage>
      ) : (
        <FormPage
          title={t('signup.sent.title')}
          lead={<Sent email={sentTo} redirect={target} onOther={() => setSentTo(undefined)} />}
        >
          {/* for sending it again */}
          <BotWidget />
          <BackToLogin target={target} />
        </FormPage>
      )}
    </>
  )
}

/** Waits for a press: mail scanners open every link. */
function Landing({ token, target }: { token: string; target: string }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [isOver, setIsOver] = useState(false)
  const { isBusy, errors, send } = useFormCall([])
  const makeRoom = useMakeRoom()
  const handleEnter = async (): Promise<void> => {
    if (!(await makeRoom())) return
    const result = await send('onetimeTokenSignIn', { body: { token, locale: chosenLanguage(document.cookie) } })
    if (!result) return
    if (result.ok) {
      session.attach(result.data)
      toasts.show({ status: 'success', title: t('mail-link.done') })
      await navigate(target, { replace: true })
    } else setIsOver(result.body.errorCode === 'TOKEN_NOTFOUND' || result.body.errorCode === 'TOKEN_EXPIRED')
  }
  return (
    <FormPage title={t('mail-link.title')} lead={isOver ? undefined : t('mail-link.confirm')}>
      {isOver ? (
        <EmptyState icon="clock" title={t('signup.link-over')} text={t('mail-link.lead')}>
          <LinkButton to={withRedirect(links.mailLink, target)}>{t('mail-link.again')}</LinkButton>
          <LinkButton to={withRedirect(links.login, target)} look="secondary">
            {t('signup.to-login')}
          </LinkButton>
        </EmptyState>
      ) : (
        <FormCard>
          <div className="grid gap-5">
            <FieldError error={errors.form} />
            <Button size="lg" isWide isBusy={isBusy} onClick={() => void handleEnter()}>
              {t('mail-link.enter')}
            </Button>
          </div>
        </FormCard>
      )}
    </FormPage>
  )
}

function Sent({ email, redirect, onOther }: { email: string; redirect: string; onOther: () => void }) {
  const { t, language } = useWords()
  const guardedCall = useGuardedCall()
  return (
    <MailSent
      text={t('mail-link.sent', { email, minutes: limits.onetimeMinutes })}
      resend={{
        done: t('mail.resent'),
        send: () => guardedCall('onetimeTokenPrepare', { body: { email, locale: language, redirect } }),
      }}
      onOther={onOther}
    />
  )
}
