import { useState } from 'react'
import { linkMessage } from '../wallet/link-message.ts'
import { takeProof } from '../wallet/take-proof.ts'
import type { TakenProof } from '../wallet/take-proof.ts'
import { useProof } from '../wallet/use-proof.ts'
import type { WordKey } from '../../words/word-key.ts'

/**
 * Has a wallet prove its address by one press. `refuse` names what is wrong with an address; `isWanted` fetches the nonce before
 * the press.
 */
export function useWalletProver(isWanted: boolean, refuse: (address: string) => WordKey | undefined) {
  const [taken, setTaken] = useState<TakenProof>()
  const [failure, setFailure] = useState<WordKey>()
  const [isBusy, setIsBusy] = useState(false)
  const { nonce, prove } = useProof(isWanted && !isBusy && taken === undefined)
  return {
    taken,
    failure,
    isBusy,
    forget: (): void => setTaken(undefined),
    prove: async (): Promise<void> => {
      setIsBusy(true)
      setFailure(undefined)
      const result = await takeProof({ nonce, prove })
      setIsBusy(false)
      if (result.status === 'proven') {
        const wrong = refuse(result.proof.address)
        if (wrong === undefined) return setTaken(result)
        setFailure(wrong)
      } else if (result.status === 'bot-denied') setFailure('error.BOT_DENY')
      else if (result.status === 'failed') setFailure(linkMessage(result))
    },
  }
}

export type WalletProver = ReturnType<typeof useWalletProver>
