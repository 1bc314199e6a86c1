import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useLinkWallet } from '../wallet/use-link-wallet.ts'
import { joinSentences } from '../words/join-sentences.ts'
import { useWords } from '../words/use-words.ts'
import '../words/identity-words.ts'

/**
 * In the place of the checkout for members without a wallet, or with one that has no vault yet: opens the window to link or
 * create it, and the checkout goes on by itself.
 */
export function WalletNeeded({ isVaultMissing }: { isVaultMissing: boolean }) {
  const { t, language } = useWords()
  const linkWallet = useLinkWallet()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void linkWallet()
  }, [linkWallet])
  return (
    <EmptyState
      title={t(isVaultMissing ? 'wallet.needed.vault-title' : 'wallet.needed.title')}
      text={joinSentences(
        [t(isVaultMissing ? 'wallet.needed.vault-text' : 'wallet.needed.text'), t('wallet.needed.checkout')],
        language,
      )}
    >
      <Button size="lg" onClick={() => void linkWallet()}>
        {t(isVaultMissing ? 'wallet.needed.vault-button' : 'wallet.menu')}
      </Button>
    </EmptyState>
  )
}
