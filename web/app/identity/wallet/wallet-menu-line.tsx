import { useSession } from '../../platform/use-session.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import { linkRequest } from './link-request.ts'

/** The line of the account menu for members who have not linked a wallet yet. */
export function WalletMenuLine() {
  const { t } = useWords()
  const session = useSession()
  if (!session || session.flowAddress !== '') return null
  return (
    <li className="mb-2 border-b border-line pb-2">
      <button
        type="button"
        className="flex min-h-11 w-full items-center gap-2 rounded-field px-3 text-left text-14 font-semibold text-indigo-text hover:bg-indigo-ground"
        onClick={() => void linkRequest.open()}
      >
        <Icon name="vault" className="size-5" />
        {t('wallet.menu')}
      </button>
    </li>
  )
}
