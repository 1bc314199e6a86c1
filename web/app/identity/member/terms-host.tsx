import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { links } from '../../platform/links.ts'
import { useMe } from '../session/use-me.ts'
import { termsRequest } from './terms-request.ts'

const TermsModal = lazy(() => import('./terms-modal.tsx').then((module) => ({ default: module.TermsModal })))

/** Pages that have to be read before anybody can agree to them. */
const readable: readonly string[] = [links.terms, links.privacy, links.tokushoho]

const isClosed = (): boolean => false

/**
 * Asks a signed-in member for the current terms: when the account says that an older version, or none, was agreed to, and when a
 * call was refused for it.
 */
export function TermsHost() {
  const { me } = useMe()
  const { pathname } = useLocation()
  const isAsked = useSyncExternalStore(termsRequest.subscribe, termsRequest.isOpen, isClosed)
  if (!(me?.termsOutdated || isAsked) || readable.includes(pathname)) return null
  return (
    <Suspense fallback={null}>
      <TermsModal />
    </Suspense>
  )
}
