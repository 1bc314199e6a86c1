import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { consent } from './consent-store.ts'

/** The line of the footer that brings the question back. */
export function ConsentLine() {
  const { t } = useWords()
  if (!useSite().analytics) return null
  return (
    <li>
      <button
        type="button"
        className="inline-flex min-h-11 items-center text-14 text-ink hover:underline"
        onClick={() => consent.askAgain()}
      >
        {t('consent.settings')}
      </button>
    </li>
  )
}
