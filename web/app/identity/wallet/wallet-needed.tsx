import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { joinSentences, useWords } from '../../words/use-words.ts'
import { useLinkWallet } from './use-link-wallet.ts'
import '../../words/identity-words.ts'

type WalletNeededProps = {
  isVaultMissing: boolean
  /** What goes on by itself afterwards; for selling it is also said what a wallet has to do with it. */
  goesOn: 'checkout' | 'sell' | 'here'
  /** Whether the window opens without having been asked for. */
  isAskedAtOnce?: boolean
}

/** In the place of what a member needs a wallet for, or its vault: opens the window to link or create it. */
export function WalletNeeded({ isVaultMissing, goesOn, isAskedAtOnce = false }: WalletNeededProps) {
  const { t, language } = useWords()
  const linkWallet = useLinkWallet()
  const isAsked = useRef(!isAskedAtOnce)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void linkWallet()
  }, [linkWallet])
  return (
    <EmptyState
      title={t(isVaultMissing ? 'wallet.needed.vault-title' : 'wallet.needed.title')}
      text={joinSentences(
        [t(isVaultMissing ? 'wallet.needed.vault-text' : 'wallet.needed.text'), t(`wallet.needed.${goesOn}`)],
        language,
      )}
    >
      <Button size="lg" onClick={() => void linkWallet()}>
        {t(isVaultMissing ? 'wallet.needed.vault-button' : 'wallet.menu')}
      </Button>
    </EmptyState>
  )
}
