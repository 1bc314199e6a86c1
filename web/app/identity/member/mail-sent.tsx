import { useEffect, useState } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Result } from '@kura/contract/result'
import { useWork } from '../../platform/use-work.ts'
import { GuardedButton } from '../captcha/bot-widget.tsx'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import type { SentCode } from './form-call.ts'
import '../../words/identity-words.ts'

/** Long enough for a mail to arrive. */
const waitSeconds = 30

type MailSentProps = {
  text: string
  /** The form for its code, if it has one. */
  code?: SentCode | undefined
  /** Sends it again; left out when the previous form has to be filled in again. */
  resend?: { done: string; send: () => Promise<Result<unknown>> }
  /** Leads back to the form for the address. */
  onOther: () => void
}

/** Says where the mail went, sends it again, or leads back to another address. */
export function MailSent({ text, code, resend, onOther }: MailSentProps) {
  const { t } = useWords()
  const isExpired = code?.isExpired === true
  return (
    <div className="grid gap-2">
      {!isExpired && <p>{text}</p>}
      <p role="status" className="font-semibold text-warning-text empty:hidden">
        {isExpired && t('error.TOKEN_EXPIRED')}
      </p>
      {!isExpired && <p className="text-sub-text">{t('signup.sent.not-arrived')}</p>}
      <div className="-mx-3 flex flex-wrap items-center gap-x-1">
        {resend && <Resend {...resend} isDone={code?.status === 'resent' && !isExpired} isExpired={isExpired} />}
        <Button look="quiet" className="px-3" onClick={onOther}>
          {t('signup.other-address')}
        </Button>
      </div>
    </div>
  )
}

type CodeSentProps = Pick<MailSentProps, 'code' | 'onOther'> & {
  /** The call that mails the code again. */
  name: 'emailSignUpResend' | 'passwordResetPrepare'
  word: 'signup.sent.text' | 'reset.sent'
  email: string
  redirect: string
  onResent: (requestId: string) => void
}

/** Says that a code was mailed, and mails it again. */
export function CodeSent({ name, word, email, redirect, onResent, code, onOther }: CodeSentProps) {
  const { t, language } = useWords()
  const guardedCall = useGuardedCall()
  const handleResend = async () => {
    const result = await guardedCall(name, { body: { email, locale: language, redirect } })
    if (result.ok) onResent(result.data.requestId)
    return result
  }
  return (
    <MailSent
      text={t(word, { email, minutes: limits.codeMinutes })}
      code={code}
      resend={{ done: t('signup.resent'), send: handleResend }}
      onOther={onOther}
    />
  )
}

type ResendProps = NonNullable<MailSentProps['resend']> & { isDone: boolean; isExpired: boolean }

function Resend({ done, send, isDone, isExpired }: ResendProps) {
  const { t } = useWords()
  const { isBusy, work } = useWork()
  const [sentCount, setSentCount] = useState(0)
  const [failure, setFailure] = useState<ErrorCode>()
  const left = useCountdown(sentCount)
  // no mail can arrive any more that is worth waiting for
  const seconds = isExpired ? 0 : left
  const handleClick = async (): Promise<void> => {
    setFailure(undefined)
    const result = await work(send)
    if (!result) return
    if (result.ok) setSentCount((count) => count + 1)
    else setFailure(result.body.errorCode)
  }
  return (
    <>
      <GuardedButton
        look="quiet"
        className="px-3"
        disabled={seconds > 0}
        isBusy={isBusy}
        onClick={() => void handleClick()}
      >
        {seconds > 0 ? t('signup.resend-wait', { seconds }) : t('signup.resend')}
      </GuardedButton>
      <div className="order-last w-full px-3">
        <p role="status" className="text-success-text empty:hidden">
          {(isDone || (sentCount > 0 && !isExpired)) && failure === undefined && done}
        </p>
        <FieldError error={failure && t(`error.${failure}`)} />
      </div>
    </>
  )
}

/** Seconds until it may be sent again; restarts with every `round`. */
function useCountdown(round: number): number {
  const [left, setLeft] = useState(waitSeconds)
  useEffect(() => {
    setLeft(waitSeconds)
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [round])
  return left
}
