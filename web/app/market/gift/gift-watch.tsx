import { lazy, Suspense } from 'react'
import { useHasWallet } from '../../identity/wallet/use-link-wallet.ts'

const WatchGifts = lazy(() => import('./watch-gifts.ts').then((module) => ({ default: module.WatchGifts })))

/** Tells a member of gifts that arrive, on whatever page; loads nothing for whoever cannot get any. Stands once, in the shell. */
export function GiftWatch() {
  const hasWallet = useHasWallet()
  if (!hasWallet) return null
  return (
    <Suspense fallback={null}>
      <WatchGifts />
    </Suspense>
  )
}
