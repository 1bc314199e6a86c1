import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ErrorCode } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { links } from '../links.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { useWords } from '../words/use-words.ts'

/** Long enough for a mail to arrive; each sending ends the earlier code. */
const waitSeconds = 30

/** Says where the mail went, sends it again, or leads back to another address. */
export function MailSent({ email, redirect }: { email: string; redirect: string }) {
  const { t } = useWords()
  const { search } = useLocation()
  return (
    <div className="grid gap-2">
      <p>{t('signup.sent.text', { email, minutes: limits.codeMinutes })}</p>
      <p className="text-sub-text">{t('signup.sent.not-arrived')}</p>
      <div className="-mx-3 flex flex-wrap items-center gap-x-1">
        <Resend email={email} redirect={redirect} />
        <Link
          to={{ pathname: links.signup, search }}
          replace
          className="inline-flex min-h-11 items-center rounded-field px-3 font-semibold text-indigo-text hover:bg-indigo-ground"
        >
          {t('signup.other-address')}
        </Link>
      </div>
    </div>
  )
}

function Resend({ email, redirect }: { email: string; redirect: string }) {
  const { t, language } = useWords()
  const guardedCall = useGuardedCall()
  const [isBusy, setIsBusy] = useState(false)
  const [sentCount, setSentCount] = useState(0)
  const [failure, setFailure] = useState<ErrorCode>()
  const seconds = useCountdown(sentCount)
  const handleClick = async (): Promise<void> => {
    setIsBusy(true)
    setFailure(undefined)
    const result = await guardedCall('emailSignUpResend', { body: { email, locale: language, redirect } })
    setIsBusy(false)
    if (result.ok) setSentCount((count) => count + 1)
    else setFailure(result.body.errorCode)
  }
  return (
    <>
      <Button look="quiet" className="px-3" disabled={seconds > 0} isBusy={isBusy} onClick={() => void handleClick()}>
        {seconds > 0 ? t('signup.resend-wait', { seconds }) : t('signup.resend')}
      </Button>
      <div className="order-last w-full px-3">
        <p role="status" className="text-success-text empty:hidden">
          {sentCount > 0 && failure === undefined && t('signup.resent')}
        </p>
        <FieldError error={failure && t(`error.${failure}`)} />
      </div>
    </>
  )
}

/** Seconds until it may be done again; starts anew with every `round`. */
function useCountdown(round: number): number {
  const [left, setLeft] = useState(waitSeconds)
  useEffect(() => {
    setLeft(waitSeconds)
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [round])
  return left
}
