import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useHasWallet, useLinkWallet } from './use-link-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

/** What a member without a wallet is to do first. Nothing for full members. */
export function WalletPanel() {
  const { t } = useWords()
  const linkWallet = useLinkWallet()
  if (useHasWallet()) return null
  return (
    <section className="flex flex-wrap items-center gap-4 rounded-card bg-indigo-ground p-5">
      <Icon name="vault" className="size-10 text-indigo-text" />
      <div className="grid min-w-56 grow basis-0 gap-1">
        <h2 className="text-16">{t('wallet.link.title')}</h2>
        <p className="text-14">{t('wallet.needed.text')}</p>
      </div>
      <Button onClick={() => void linkWallet()}>{t('wallet.menu')}</Button>
    </section>
  )
}
