import { useWords } from '../../words/use-words.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import '../../words/identity-words.ts'

const steps: readonly { icon: IconName; word: 'wallet.nav.1' | 'wallet.nav.2' | 'wallet.nav.3' }[] = [
  { icon: 'person', word: 'wallet.nav.1' },
  { icon: 'link', word: 'wallet.nav.2' },
  { icon: 'vault', word: 'wallet.nav.3' },
]

/** The way to the vault in three pictures. */
export function LinkStepsArt() {
  const { t } = useWords()
  return (
    <ol className="grid grid-cols-3 rounded-field bg-ground px-2 py-4">
      {steps.map(({ icon, word }, index) => (
        <li key={word} className="relative grid justify-items-center gap-2 px-1 text-center">
          {index > 0 && <Icon name="right" className="absolute top-2.5 -left-2.5 size-5 text-sub-text" />}
          <span className="flex size-10 items-center justify-center rounded-full bg-surface text-indigo-text">
            <Icon name={icon} />
          </span>
          <span className="text-12 leading-label text-balance text-ink [word-break:auto-phrase]">{t(word)}</span>
        </li>
      ))}
    </ol>
  )
}
