import { useMemo, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ErrorBody } from '@kura/contract/errors'
import { withTerms } from '../../identity/member/terms-request.ts'
import { isAbout } from '../../platform/swr.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { signAndSend } from '../../identity/wallet/sign-flow.ts'
import type { SendEnd, SendSteps } from '../../identity/wallet/sign-flow.ts'
import { useSigning } from '../../identity/wallet/signing.ts'
import type { WalletError } from '../../identity/wallet/wallet-error.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/signing-words.ts'

/** Why nothing was sent: refused by the server, or stopped in the wallet. */
export type SendFailure = { by: 'us'; body: ErrorBody } | { by: 'wallet'; error: WalletError }

type Steps<D> = Omit<SendSteps<D>, 'draft' | 'onStage'> & {
  /** The key makes a repeat of a lost request the same request. */
  draft: (idempotencyKey: string) => ReturnType<SendSteps<D>['draft']>
  /** It was sent, or may have been: its own page shows the outcome. */
  onSent: (draft: D) => void
}

/**
 * Sends with the member's wallet, one at a time: `drafted` is what the wallet signs now. A failure
 * is shown until the next attempt.
 */
export function useSend<D>({ onSent, ...steps }: Steps<D>) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const { stage, end, run, reset } = useSigning<SendEnd<D>>()
  const [drafted, setDrafted] = useState<D>()
  const key = useRef<string>(undefined)
  const start = async (): Promise<void> => {
    const reached = await run((onStage) => {
      const act = async () => {
        const sent = await signAndSend({
          ...steps,
          onStage,
          sign: (draft) => {
            setDrafted(draft)
            return steps.sign(draft)
          },
          draft: () => steps.draft((key.current ??= crypto.randomUUID())),
        })
        // a request whose response was lost is repeated as the same one; any other is new
        if (!isLost(sent)) key.current = undefined
        return sent
      }
      return withTerms(act, (each) => (each.status === 'refused' ? each.body : undefined))
    })
    if (!reached) return
    setDrafted(undefined)
    void mutate(isAbout(['prepareTransfer']))
    if (reached.status === 'refused' || reached.status === 'failed') return
    // a failure on chain signs the wallet out; the page of the transfer shows it
    if (reached.status === 'sent') void reached.sent.waitForSeal().catch(() => undefined)
    // whatever the wallet reported, the outcome is unknown
    else toasts.show({ status: 'warning', title: t('signing.unclear'), description: t('signing.unclear-text') })
    onSent(reached.draft)
  }
  return { drafted, stage, failure: useMemo(() => failureOf(end), [end]), start, clear: reset }
}

function failureOf(end: SendEnd<unknown> | undefined): SendFailure | undefined {
  if (end?.status === 'refused') return { by: 'us', body: end.body }
  return end?.status === 'failed' ? { by: 'wallet', error: end.error } : undefined
}

const isLost = (end: SendEnd<unknown>): boolean =>
  end.status === 'refused' && ['SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'].includes(end.body.errorCode)
