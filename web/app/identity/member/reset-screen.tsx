import { useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { useIsHydrated, session } from '../../platform/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { AddressForm, BackToLogin, FormCard, FormPage, CodeField } from './form-page.tsx'
import { CodeSent } from './mail-sent.tsx'
import { redirectSearch, useRedirectTarget } from './use-redirect-target.ts'
import { useSentCode, useFormCall } from './form-call.ts'
import '../../words/identity-words.ts'
import { chosenLanguage } from '../../platform/preferences.ts'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import { authCodes } from '../session/auth-code-store.ts'
import { FieldError, PasswordField } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useMakeRoom } from './use-make-room.ts'

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
            <CodeSent
              name="passwordResetPrepare"
              word="reset.sent"
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

type NewPasswordFormProps = {
  /** How the address is proven: by the code mailed to it, or by the token of the link. */
  proof: { email: string; requestId?: string | undefined } | { token: string }
  onLinkOver?: () => void
  onDone: () => void
}

/** Sets a new password by a mailed proof, and signs in. */
export function NewPasswordForm({ proof, onLinkOver, onDone }: NewPasswordFormProps) {
  const { t } = useWords()
  const isByCode = 'email' in proof
  const { isBusy, errors, setErrors, send } = useFormCall(['code', 'password'], {
    INVALID_PASSWORD_FORMAT: { field: 'password' },
    ...(isByCode ? { TOKEN_NOTFOUND: { field: 'code' }, TOKEN_EXPIRED: { field: 'code' } } : {}),
  })
  // the code was asked for by the member who is signed in: as a guest they shall find its form again
  const makeRoom = useMakeRoom(() => authCodes.handToGuest('password-reset'))
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const code = String(form.get('code') ?? '').trim()
    if (isByCode && code === '') return setErrors({ code: t('signup.code-missing') })
    if (!(await makeRoom())) return
    const proven = isByCode ? { email: proof.email, code, requestId: proof.requestId } : { token: proof.token }
    const body = { ...proven, password: String(form.get('password')), locale: chosenLanguage(document.cookie) }
    const result = await send('passwordReset', { body })
    if (!result) return
    if (result.ok) {
      toasts.show({ status: 'success', title: t('reset.done'), description: t('reset.done-text') })
      session.attach(result.data)
      onDone()
    } else if (!isByCode && ['TOKEN_NOTFOUND', 'TOKEN_EXPIRED'].includes(result.body.errorCode)) onLinkOver?.()
  }
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      {isByCode && <CodeField email={proof.email} error={errors.code} />}
      <PasswordField
        label={t('reset.new-password')}
        name="password"
        autoComplete="new-password"
        hint={t('signup.password-hint')}
        error={errors.password}
        isRequired
      />
      <BotWidget />
      <FieldError error={errors.form} />
      <GuardedButton type="submit" size="lg" isWide isBusy={isBusy}>
        {t('reset.complete')}
      </GuardedButton>
    </form>
  )
}
