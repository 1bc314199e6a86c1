import { lazy, Suspense } from 'react'
import { useIsHydrated } from '../../platform/use-session.ts'
import { useSite } from '../../platform/use-site.ts'

const ConsentBanner = lazy(() => import('./consent-banner.tsx').then((module) => ({ default: module.ConsentBanner })))

/** The question about being measured, and the measuring. Where the site measures nothing, nothing of it is loaded. */
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
