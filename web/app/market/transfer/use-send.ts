import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ErrorBody } from '@kura/contract/errors'
import { withTerms } from '../../identity/member/terms-request.ts'
import { isAbout } from '../../platform/swr.ts'
import { toasts } from '../../ui/toast-queue.ts'
import type { WalletError } from '../../identity/wallet/wallet-error.ts'
import { useWords } from '../../words/use-words.ts'
import { send } from './send.ts'
import type { SendEnd, SendStage, SendSteps } from './send.ts'
import '../../words/signing-words.ts'

/** Why nothing was sent: refused here, or stopped in the wallet. */
export type SendFailure = { by: 'us'; body: ErrorBody } | { by: 'wallet'; error: WalletError }

type Steps<D> = Omit<SendSteps<D>, 'draft' | 'onStage'> & {
  /** The key makes a repeat of a lost request the same one. */
  draft: (idempotencyKey: string) => ReturnType<SendSteps<D>['draft']>
  /** It was sent, or may have been: its own page tells what becomes of it. */
  onSent: (draft: D) => void
}

/**
 * Sending by the member's wallet, one at a time: `drafted` is what it is asked for now. The failure of the last try is told until the next.
 */
export function useSend<D>({ onSent, ...steps }: Steps<D>) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const [stage, setStage] = useState<SendStage>()
  const [failure, setFailure] = useState<SendFailure>()
  const [drafted, setDrafted] = useState<D>()
  const key = useRef<string>(undefined)
  const start = async (): Promise<void> => {
    if (stage !== undefined) return
    setFailure(undefined)
    const act = async () => {
      const end = await send({
        ...steps,
        onStage: setStage,
        run: (draft) => {
          setDrafted(draft)
          return steps.run(draft)
        },
        draft: () => steps.draft((key.current ??= crypto.randomUUID())),
      })
      // a request whose answer was lost is sent again as the same one, any other is a new one
      if (!isLost(end)) key.current = undefined
      return end
    }
    const end = await withTerms(act, (each) => (each.status === 'refused' ? each.body : undefined))
    setStage(undefined)
    setDrafted(undefined)
    void mutate(isAbout(['prepareTransfer']))
    if (end.status === 'refused') return setFailure({ by: 'us', body: end.body })
    if (end.status === 'stopped') return setFailure({ by: 'wallet', error: end.error })
    // a failure on chain signs the wallet out; the page of what was sent tells of it
    if (end.status === 'sent') void end.sent.waitForSeal().catch(() => undefined)
    // whatever the wallet said: nothing is known, neither that it failed nor where the piece is
    else toasts.show({ status: 'warning', title: t('signing.unclear'), description: t('signing.unclear-text') })
    onSent(end.draft)
  }
  return { drafted, stage, failure, start, clear: () => setFailure(undefined) }
}

const isLost = (end: SendEnd<unknown>): boolean =>
  end.status === 'refused' && ['SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'].includes(end.body.errorCode)
