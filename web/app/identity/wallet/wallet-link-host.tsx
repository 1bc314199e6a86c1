import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { linkRequest } from './link-request.ts'

const WalletLinkModals = lazy(() =>
  import('./wallet-link-modals.tsx').then((module) => ({ default: module.WalletLinkModals })),
)

const isClosed = (): boolean => false

/** Mounts the wallet-link windows when they are first asked for. Stands once, in the shell. */
export function WalletLinkHost() {
  const isOpen = useSyncExternalStore(linkRequest.subscribe, linkRequest.isOpen, isClosed)
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    if (isOpen) setIsNeeded(true)
  }, [isOpen])
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <WalletLinkModals isOpen={isOpen} onClose={(isLinked) => linkRequest.close(isLinked)} />
    </Suspense>
  )
}
