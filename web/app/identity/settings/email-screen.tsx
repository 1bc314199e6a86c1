import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { FormEvent } from 'react'
import { useSWRConfig } from 'swr'
import { limits } from '@kura/contract/limits'
import type { AccountView } from '@kura/contract/identity/account'
import { links } from '../../platform/links.ts'
import { looksLikeEmail } from '../../platform/format.ts'
import { MailSent } from '../member/mail-sent.tsx'
import { useSentCode, useFormCall } from '../member/form-call.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { authCodes } from '../session/auth-code-store.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { SettingsCard, SettingsPage } from './settings-page.tsx'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import { CodeField, EmailField } from '../member/form-page.tsx'
import { FieldError, PasswordField } from '../../ui/field.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { isSpent, proofBody } from '../wallet/take-proof.ts'
import { ProveStep, useWalletProver } from './prove-step.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import '../../words/identity-words.ts'

const search = declareSearch({ token: 'browser', kind: 'browser' })
export const handle = { search, title: 'email.title' } satisfies PageHandle

/**
 * The address of the account: added or changed here, confirmed by the mailed code or by the link
 * that leads here.
 */
export default function EmailScreen() {
  const { t } = useWords()
  const query = useSearch(search)
  const token = query.get('token') ?? ''
  const linkKind = query.get('kind') === 'add' ? 'add' : 'change'
  return (
    <SettingsPage title={t('email.title')}>
      {(me, renew) =>
        token === '' ? (
          <ByCode key={me.userId} me={me} renew={renew} />
        ) : (
          <ByLink key={token} kind={linkKind} token={token} me={me} renew={renew} />
        )
      }
    </SettingsPage>
  )
}

type Account = { me: AccountView; renew: (next?: AccountView) => Promise<void> }

function useConfirmed({ renew }: Account) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { mutate } = useSWRConfig()
  return async (next: AccountView): Promise<void> => {
    authCodes.clear('email-add')
    authCodes.clear('email-change')
    await renew(next)
    await mutate((key) => Array.isArray(key) && key[0] === 'showProfile')
    toasts.show({ status: 'success', title: t('email.done') })
    await navigate(links.account)
  }
}

function ByLink({ kind, token, ...account }: Account & { kind: EmailKind; token: string }) {
  const { t } = useWords()
  const handleConfirmed = useConfirmed(account)
  return (
    <>
      <p className="text-14">{t('email.confirm-lead')}</p>
      <SettingsCard>
        <EmailConfirmForm kind={kind} proof={{ token }} me={account.me} onConfirmed={handleConfirmed} />
      </SettingsCard>
    </>
  )
}

function ByCode(account: Account) {
  const { t } = useWords()
  const { me } = account
  // fixed when the screen opens: confirming the address must not swap the forms
  const [kind] = useState<EmailKind>(me.email === '' ? 'add' : 'change')
  const { sentTo, code, keep, forget } = useSentCode(kind === 'add' ? 'email-add' : 'email-change')
  const handleConfirmed = useConfirmed(account)
  if (sentTo === undefined)
    return (
      <>
        <p className="text-14">{t(`email.${kind}-lead`)}</p>
        <SettingsCard>
          <EmailForm kind={kind} me={me} onSent={keep} />
        </SettingsCard>
      </>
    )
  return (
    <>
      <div className="text-14">
        <MailSent text={t('email.sent', { email: sentTo, minutes: limits.codeMinutes })} code={code} onOther={forget} />
      </div>
      <SettingsCard>
        <EmailConfirmForm kind={kind} proof={{ email: sentTo }} me={me} onConfirmed={handleConfirmed} />
      </SettingsCard>
    </>
  )
}

type EmailKind = 'add' | 'change'
type EmailFormProps = { kind: EmailKind; me: AccountView; onSent: (email: string) => void }

/** Asks for the new address and the password or, without one, a proof of the linked wallet. */
function EmailForm({ kind, me, onSent }: EmailFormProps) {
  const { t, language } = useWords()
  const needsProof = !me.hasPassword
  const current = useWalletProver(needsProof, (proven) =>
    proven === me.flowAddress ? undefined : 'wallet-settings.not-current',
  )
  // the step exists only when it is needed
  const atProof = needsProof ? ({ field: 'current' } as const) : {}
  const { isBusy, errors, setErrors, send } = useFormCall(['email', 'password', 'current'], {
    INVALID_EMAIL_FORMAT: { field: 'email' },
    INVALID_INPUT: { field: 'email' },
    EMAIL_IS_SAME: { field: 'email' },
    EMAIL_EXISTS_IN_AUTH: { field: 'email' },
    AUTHENTICATION_FAILED: needsProof
      ? { field: 'current', word: 'wallet-settings.not-current' }
      : { field: 'password', word: 'password.wrong' },
    NONCE_NOT_FOUND: { ...atProof, word: 'wallet.error.timeout' },
    WALLET_PROOF_INVALID: atProof,
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email')).trim()
    const password = String(form.get('password') ?? '')
    if (!looksLikeEmail(email)) return setErrors({ email: t('error.INVALID_EMAIL_FORMAT') })
    if (me.hasPassword && password === '') return setErrors({ password: t('password.missing') })
    if (needsProof && !current.taken) return setErrors({ current: t('wallet-settings.prove-first') })
    const shown = current.taken ? { proof: proofBody(current.taken) } : me.hasPassword ? { password } : {}
    const body = { email, locale: language, ...shown }
    const result = await send(kind === 'add' ? 'emailAdd' : 'emailChange', { body })
    if (!result) return
    // refused without checking the proof: the account has changed
    const isUseless = !result.ok && result.body.errorCode === 'AUTHENTICATION_FAILED'
    if (isUseless || isSpent(result, ['proof', 'signature'])) current.forget()
    if (result.ok) onSent(email)
  }
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      {kind === 'change' && (
        <Facts>
          <Fact name={t('email.current')}>
            <span className="break-all">{me.email}</span>
          </Fact>
        </Facts>
      )}
      <EmailField label={t('email.new')} autoComplete="email" error={errors.email} />
      {needsProof ? (
        <ProveStep label="wallet-settings.prove-current" prover={current} error={errors.current} />
      ) : (
        <PasswordField
          label={t('password.current')}
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
      )}
      <BotWidget />
      <FieldError error={errors.form} />
      <div>
        <GuardedButton type="submit" size="lg" isBusy={isBusy}>
          {t('email.submit')}
        </GuardedButton>
      </div>
    </form>
  )
}

type EmailConfirmFormProps = {
  kind: EmailKind
  proof: { email: string } | { token: string }
  me: AccountView
  onConfirmed: (next: AccountView) => Promise<void>
}

/**
 * Confirms the new address by the mailed code or link; a first address may set a first password.
 */
function EmailConfirmForm({ kind, proof, me, onConfirmed }: EmailConfirmFormProps) {
  const { t } = useWords()
  const isByCode = 'email' in proof
  const [isOver, setIsOver] = useState(false)
  const { isBusy, errors, setErrors, send } = useFormCall(['code', 'password'], {
    INVALID_PASSWORD_FORMAT: { field: 'password' },
    ...(isByCode ? { TOKEN_NOTFOUND: { field: 'code' }, TOKEN_EXPIRED: { field: 'code' } } : {}),
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const code = String(form.get('code') ?? '').trim()
    const password = String(form.get('password') ?? '')
    if (isByCode && code === '') return setErrors({ code: t('signup.code-missing') })
    const proven = isByCode ? { code } : { token: proof.token }
    const result =
      kind === 'add'
        ? await send('emailAddComplete', { body: { ...proven, ...(password === '' ? {} : { password }) } })
        : await send('emailChangeComplete', { body: proven })
    if (!result) return
    if (result.ok) await onConfirmed(result.data)
    else if (!isByCode) setIsOver(['TOKEN_NOTFOUND', 'TOKEN_EXPIRED'].includes(result.body.errorCode))
  }
  if (isOver)
    return (
      <EmptyState icon="clock" title={t('email.link-over')} text={t(`email.${kind}-lead`)}>
        <LinkButton to={links.email}>{t('email.again')}</LinkButton>
      </EmptyState>
    )
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      {isByCode && <CodeField email={proof.email} error={errors.code} />}
      {kind === 'add' && !me.hasPassword && (
        <PasswordField
          label={t('email.first-password')}
          name="password"
          autoComplete="new-password"
          hint={t('email.first-password-hint')}
          error={errors.password}
        />
      )}
      <BotWidget />
      <FieldError error={errors.form} />
      <div>
        <GuardedButton type="submit" size="lg" isBusy={isBusy}>
          {t('email.confirm')}
        </GuardedButton>
      </div>
    </form>
  )
}
