import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useLinkWallet } from '../wallet/use-link-wallet.ts'
import { useWords } from '../words/use-words.ts'
import '../words/selling-words.ts'

/** In the place of selling for members without a wallet, or with one that has no vault: opens the window to link or create it. */
export function WalletFirst({ isVaultMissing }: { isVaultMissing: boolean }) {
  const { t } = useWords()
  const linkWallet = useLinkWallet()
  return (
    <EmptyState
      title={t(isVaultMissing ? 'sell.vault.title' : 'sell.wallet.title')}
      text={t(isVaultMissing ? 'sell.vault.text' : 'sell.wallet.text')}
    >
      <Button size="lg" onClick={() => void linkWallet()}>
        {t(isVaultMissing ? 'sell.vault.button' : 'wallet.menu')}
      </Button>
    </EmptyState>
  )
}
