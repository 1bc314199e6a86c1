import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ErrorBody } from '@kura/contract/errors'
import { withTerms } from '../member/terms-request.ts'
import { isAbout } from '../swr.ts'
import { toasts } from '../ui/toast-queue.ts'
import type { WalletError } from '../wallet/wallet-error.ts'
import { useWords } from '../words/use-words.ts'
import { send } from './send.ts'
import type { SendEnd, SendStage, SendSteps } from './send.ts'
import '../words/signing-words.ts'

/** Why nothing was sent: refused here, or stopped in the wallet. */
export type SendFailure = { by: 'us'; body: ErrorBody } | { by: 'wallet'; error: WalletError }

type Steps<D> = Omit<SendSteps<D>, 'draft' | 'onStage'> & {
  /** The key makes a repeat of a lost request the same one. */
  draft: (idempotencyKey: string) => ReturnType<SendSteps<D>['draft']>
  /** It was sent, or may have been: its own page tells what becomes of it. */
  onSent: (draft: D) => void
}

/** Sending by the member's wallet, one at a time; the failure of the last try is told until the next. */
export function useSend<D>({ onSent, ...steps }: Steps<D>) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const [stage, setStage] = useState<SendStage>()
  const [failure, setFailure] = useState<SendFailure>()
  const key = useRef<string>(undefined)
  const start = async (): Promise<void> => {
    if (stage !== undefined) return
    setFailure(undefined)
    const act = async () => {
      const end = await send({
        ...steps,
        onStage: setStage,
        draft: () => steps.draft((key.current ??= crypto.randomUUID())),
      })
      // a request whose answer was lost is sent again as the same one, any other is a new one
      if (!isLost(end)) key.current = undefined
      return end
    }
    const end = await withTerms(act, (each) => (each.status === 'refused' ? each.body : undefined))
    setStage(undefined)
    void mutate(isAbout(['prepareTransfer']))
    if (end.status === 'refused') return setFailure({ by: 'us', body: end.body })
    if (end.status === 'stopped') return setFailure({ by: 'wallet', error: end.error })
    // a failure on chain signs the wallet out; the page of what was sent tells of it
    if (end.status === 'sent') void end.sent.waitForSeal().catch(() => undefined)
    // what is to be seen on its page is not why the wallet did not say
    else
      toasts.show({ status: 'warning', title: t('signing.failed'), description: t(`signing.error.${end.error.kind}`) })
    onSent(end.draft)
  }
  return { stage, failure, start, clear: () => setFailure(undefined) }
}

const isLost = (end: SendEnd<unknown>): boolean =>
  end.status === 'refused' && ['SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'].includes(end.body.errorCode)
