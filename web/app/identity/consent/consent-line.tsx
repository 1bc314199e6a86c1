import { lazy, Suspense } from 'react'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { consent } from './consent-store.ts'
import { useIsHydrated } from '../../platform/session.ts'

/** The footer line that reopens the question. */
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

const ConsentBanner = lazy(() => import('./consent-banner.tsx').then((module) => ({ default: module.ConsentBanner })))

/**
 * The question about measuring, and the measuring. On a site without measuring, nothing of it
 * loads.
 */
export function ConsentHost() {
  const { analytics } = useSite()
  const isHydrated = useIsHydrated()
  if (!analytics || !isHydrated) return null
  return (
    <Suspense fallback={null}>
      <ConsentBanner analytics={analytics} />
    </Suspense>
  )
}
