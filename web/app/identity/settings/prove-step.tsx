import { useId } from 'react'
import { GuardedButton } from '../captcha/bot-widget.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { linkMessage } from '../wallet/link-message.ts'
import { useSigning } from '../wallet/signing.ts'
import { takeProof } from '../wallet/take-proof.ts'
import type { TakenProof, WalletStop } from '../wallet/take-proof.ts'
import { useProof } from '../wallet/use-proof.ts'
import '../../words/identity-words.ts'

type ProveStepProps = { label: WordKey; prover: WalletProver; isEnabled?: boolean; error?: string | undefined }

/** A button that has a wallet prove its address, then that address. */
export function ProveStep({ label, prover, isEnabled = true, error }: ProveStepProps) {
  const { t } = useWords()
  const { taken, failure } = prover
  const id = useId()
  const shown = failure ? t(failure) : error
  return (
    <div className="grid gap-2">
      {taken ? (
        <p role="status" className="flex items-start gap-2 text-14 text-success-text">
          <Icon name="check" className="mt-0.5 size-5" />
          <span className="break-all">{t('wallet-settings.proven', { address: taken.proof.address })}</span>
        </p>
      ) : (
        <div>
          <GuardedButton
            look="secondary"
            disabled={!isEnabled}
            isBusy={prover.isBusy}
            aria-describedby={shown === undefined ? undefined : id}
            onClick={() => void prover.prove()}
          >
            {t(label)}
          </GuardedButton>
        </div>
      )}
      <FieldError id={id} error={shown} />
    </div>
  )
}

/**
 * Has a wallet prove its address on a press. `refuse` names the fault of an address; `isNeeded`
 * fetches the nonce before the press.
 */
export function useWalletProver(isNeeded: boolean, refuse: (address: string) => WordKey | undefined) {
  const { stage, end, run, reset } = useSigning<ProverEnd>()
  const isBusy = stage !== undefined
  const taken = end?.status === 'proven' ? end.taken : undefined
  const proof = useProof(isNeeded && !isBusy && taken === undefined)
  return {
    taken,
    failure: end?.status === 'failed' ? end.word : undefined,
    isBusy,
    forget: reset,
    prove: async (): Promise<void> =>
      void (await run(async (onStage) => endOf(await takeProof({ ...proof, onStage }), refuse))),
  }
}

/** A proof of the right address, a message to show, or nothing when the wallet was closed. */
type ProverEnd = { status: 'proven'; taken: TakenProof } | { status: 'failed'; word: WordKey } | { status: 'cancelled' }

function endOf(result: TakenProof | WalletStop, refuse: (address: string) => WordKey | undefined): ProverEnd {
  if (result.status === 'cancelled') return result
  if (result.status === 'bot-denied') return { status: 'failed', word: 'error.BOT_DENY' }
  if (result.status === 'failed') return { status: 'failed', word: linkMessage(result) }
  const wrong = refuse(result.proof.address)
  return wrong === undefined ? { status: 'proven', taken: result } : { status: 'failed', word: wrong }
}

type WalletProver = ReturnType<typeof useWalletProver>
