import { useEffect, useState } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { GuardedButton } from '../captcha/guarded-button.tsx'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { useWords } from '../words/use-words.ts'
import '../words/identity-words.ts'

/** Long enough for a mail to arrive; each sending ends the earlier code. */
const waitSeconds = 30

type MailSentProps = {
  text: string
  /** Sends it again; left out where the form before has to be filled in anew. */
  resend?: { done: string; send: () => Promise<Result<unknown>> }
  /** Leads back to the form for the address. */
  onOther: () => void
}

/** Says where the mail went, sends it again, or leads back to another address. */
export function MailSent({ text, resend, onOther }: MailSentProps) {
  const { t } = useWords()
  return (
    <div className="grid gap-2">
      <p>{text}</p>
      <p className="text-sub-text">{t('signup.sent.not-arrived')}</p>
      <div className="-mx-3 flex flex-wrap items-center gap-x-1">
        {resend && <Resend {...resend} />}
        <Button look="quiet" className="px-3" onClick={onOther}>
          {t('signup.other-address')}
        </Button>
      </div>
    </div>
  )
}

function Resend({ done, send }: NonNullable<MailSentProps['resend']>) {
  const { t } = useWords()
  const [isBusy, setIsBusy] = useState(false)
  const [sentCount, setSentCount] = useState(0)
  const [failure, setFailure] = useState<ErrorCode>()
  const seconds = useCountdown(sentCount)
  const handleClick = async (): Promise<void> => {
    setIsBusy(true)
    setFailure(undefined)
    const result = await send()
    setIsBusy(false)
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
          {sentCount > 0 && failure === undefined && done}
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
