import { useState } from 'react'
import type { FormEvent } from 'react'
import { limits } from '@kura/contract/limits'
import type { ErrorCode } from '@kura/contract/errors'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { authCodes } from '../session/auth-code-store.ts'
import { session } from '../../platform/session.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWork } from '../../platform/use-work.ts'
import { Checkbox, FieldError, PasswordField, TextField } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { CodeField } from './form-page.tsx'
import { failureAt, faultWord } from './form-faults.ts'
import { links } from '../../platform/links.ts'
import '../../words/identity-words.ts'

/** How the address is proven: by the code mailed to it, or by the token of the link. */
type SignUpProof = { email: string; requestId?: string | undefined } | { token: string }
const fields = ['code', 'password', 'displayName', 'terms'] as const
type Field = (typeof fields)[number]
type Errors = Partial<Record<Field | 'form', string>>

/** The rest of signing up: code, password, name, newsletter, agreement. Signs in when it is done. */
export function CompleteForm({ proof, onLinkOver }: { proof: SignUpProof; onLinkOver?: () => void }) {
  const { t } = useWords()
  const complete = useComplete(proof, onLinkOver)
  const { errors } = complete
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void complete.submit(event)}>
      {'email' in proof && <CodeField email={proof.email} error={errors.code} />}
      <PasswordField
        label={t('member.password')}
        name="password"
        autoComplete="new-password"
        hint={t('signup.password-hint')}
        error={errors.password}
        isRequired
      />
      <TextField
        label={t('member.display-name')}
        name="displayName"
        autoComplete="nickname"
        maxLength={limits.displayNameMost}
        hint={t('member.display-name-hint', { most: limits.displayNameMost })}
        error={errors.displayName}
      />
      <div className="grid gap-1">
        <Checkbox name="isSubscribed" label={t('member.newsletter')} />
        <Checkbox name="terms" required label={<Agreement />} error={errors.terms} />
      </div>
      <BotWidget />
      <FieldError error={errors.form} />
      <GuardedButton type="submit" size="lg" isWide isBusy={complete.isBusy}>
        {t('signup.complete')}
      </GuardedButton>
    </form>
  )
}

function useComplete(proof: SignUpProof, onLinkOver: (() => void) | undefined) {
  const { t } = useWords()
  const { termsVersion } = useSite()
  const guardedCall = useGuardedCall()
  const { isBusy, work } = useWork()
  const [errors, setErrors] = useState<Errors>({})
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name) ?? '').trim()
    const missing: Errors = {
      ...('email' in proof && text('code') === '' ? { code: t('signup.code-missing') } : {}),
      ...(form.has('terms') ? {} : { terms: t('signup.agree-missing') }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    const body = {
      ...('email' in proof
        ? { email: proof.email, code: text('code'), requestId: proof.requestId }
        : { token: proof.token }),
      password: String(form.get('password')),
      displayName: text('displayName'),
      isSubscribed: form.has('isSubscribed'),
      termsVersion,
    }
    const result = await work(() => guardedCall('emailSignUpComplete', { body }))
    if (!result) return
    if (result.ok) {
      authCodes.clear('sign-up')
      toasts.show({ status: 'success', title: t('signup.done'), description: t('signup.done-text') })
      session.attach(result.data)
      return
    }
    const { field = 'form', code } = failureAt(result.body, fields, byCode(proof))
    if ('token' in proof && isOver(code)) onLinkOver?.()
    else
      setErrors({
        [field]: field === 'displayName' ? t(faultWord(result.body) ?? 'own-profile.invalid') : t(`error.${code}`),
      })
  }
  return { isBusy, errors, submit }
}

const isOver = (code: ErrorCode): boolean => code === 'TOKEN_NOTFOUND' || code === 'TOKEN_EXPIRED'

const byCode = (proof: SignUpProof): Partial<Record<ErrorCode, Field>> => ({
  INVALID_PASSWORD_FORMAT: 'password',
  TERMS_OUTDATED: 'terms',
  ...('email' in proof ? { TOKEN_NOTFOUND: 'code', TOKEN_EXPIRED: 'code' } : {}),
})

/** The sentence of agreement with its two links, wherever a language puts them. */
function Agreement() {
  const { t } = useWords()
  const parts = t('signup.agree', { terms: '\u0001terms\u0001', privacy: '\u0001privacy\u0001' }).split('\u0001')
  return parts.map((part) =>
    part === 'terms' || part === 'privacy' ? (
      <a
        key={part}
        href={links[part]}
        target="_blank"
        rel="noreferrer"
        className="font-semibold text-indigo-text underline"
      >
        {t(`legal.${part}`)}
      </a>
    ) : (
      part
    ),
  )
}
