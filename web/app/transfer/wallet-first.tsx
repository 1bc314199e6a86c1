import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useLinkWallet } from '../wallet/use-link-wallet.ts'
import { joinSentences } from '../words/join-sentences.ts'
import { useWords } from '../words/use-words.ts'
import '../words/identity-words.ts'
import '../words/transfer-words.ts'

/** In the place of giving and moving for members without a wallet, or with one that has no vault: the window opens when asked for. */
export function WalletFirst({ isVaultMissing }: { isVaultMissing: boolean }) {
  const { t, language } = useWords()
  const linkWallet = useLinkWallet()
  return (
    <EmptyState
      title={t(isVaultMissing ? 'wallet.needed.vault-title' : 'wallet.needed.title')}
      text={joinSentences(
        [t(isVaultMissing ? 'wallet.needed.vault-text' : 'wallet.needed.text'), t('transfer.after-wallet')],
        language,
      )}
    >
      <Button size="lg" onClick={() => void linkWallet()}>
        {t(isVaultMissing ? 'wallet.needed.vault-button' : 'wallet.menu')}
      </Button>
    </EmptyState>
  )
}
