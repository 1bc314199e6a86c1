// Mounted once in the frame of every page; each loads its window or watcher only when there is
// something to show.

import { lazy, Suspense, useSyncExternalStore, useEffect, useState } from 'react'
import { useSession, session } from '../../platform/session.ts'
import { watchedOrders } from '../../checkout/order/watched-orders.ts'
import { useHasWallet } from '../../identity/wallet/use-link-wallet.ts'
import { linkRequest } from '../../identity/wallet/link-request.ts'
import { useLocation } from 'react-router'
import { links } from '../../platform/links.ts'
import { useMe } from '../../identity/session/use-me.ts'
import { termsRequest } from '../../identity/member/terms-request.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'

const WatchOrder = lazy(() =>
  import('../../checkout/order/watch-order.tsx').then((module) => ({ default: module.WatchOrder })),
)

const nothing: readonly string[] = []
const none = (): readonly string[] => nothing

/** Follows open orders; loads nothing while there are none. Mounted once, in the shell. */
export function DeliveryWatch() {
  const ids = useSyncExternalStore(watchedOrders.subscribe, watchedOrders.read, none)
  const isMember = useSession() !== undefined
  if (!isMember || ids.length === 0) return null
  return (
    <Suspense fallback={null}>
      {ids.map((orderId) => (
        <WatchOrder key={orderId} orderId={orderId} />
      ))}
    </Suspense>
  )
}

const WatchGifts = lazy(() =>
  import('../../market/gift/watch-gifts.ts').then((module) => ({ default: module.WatchGifts })),
)

/**
 * Announces received gifts on any page; loads nothing for visitors who cannot receive any. Mounted
 * once, in the shell.
 */
export function GiftWatch() {
  const hasWallet = useHasWallet()
  if (!hasWallet) return null
  return (
    <Suspense fallback={null}>
      <WatchGifts />
    </Suspense>
  )
}

const TermsModal = lazy(() =>
  import('../../identity/member/terms-modal.tsx').then((module) => ({ default: module.TermsModal })),
)

/** Pages that have to be readable before anybody can agree to them. */
const readable: readonly string[] = [links.terms, links.privacy, links.tokushoho]

const isNotOpen = (): boolean => false

/**
 * Asks a signed-in member for the current terms: when the account has agreed to an older version or
 * none, and when a call was refused for it.
 */
export function TermsHost() {
  const { me } = useMe()
  const { pathname } = useLocation()
  const isAsked = useSyncExternalStore(termsRequest.subscribe, termsRequest.isOpen, isNotOpen)
  if (!(me?.termsOutdated || isAsked) || readable.includes(pathname)) return null
  return (
    <Suspense fallback={null}>
      <TermsModal />
    </Suspense>
  )
}

const LeaveNoticeCard = lazy(() =>
  import('../../identity/leave/leave-notice.tsx').then((module) => ({ default: module.LeaveNotice })),
)

/** Tells a member on every page that the account will be deleted, and how to keep it. */
export function LeaveNotice() {
  const dueAt = useMe().me?.deletionDueAt
  if (!dueAt) return null
  return (
    <Suspense fallback={null}>
      <LeaveNoticeCard dueAt={dueAt} />
    </Suspense>
  )
}

const WalletLinkModals = lazy(() =>
  import('../../identity/wallet/wallet-link-modals.tsx').then((module) => ({ default: module.WalletLinkModals })),
)

/** Mounts the wallet-link windows on first use. Mounted once, in the shell. */
export function WalletLinkHost() {
  const isOpen = useSyncExternalStore(linkRequest.subscribe, linkRequest.isOpen, isNotOpen)
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

const id = 'session-ended'

/** Says why a member's page closed: the server ended the session. Stays until somebody signs in. */
export function SessionEndWatch() {
  const { t } = useWords()
  useEffect(() => {
    const stopHearing = session.onEnded(() =>
      toasts.show({ id, status: 'warning', position: 'top', duration: null, title: t('error.INVALID_SESSION') }),
    )
    const stopFollowing = session.subscribe(() => {
      if (session.read()) toasts.close(id)
    })
    return () => {
      stopHearing()
      stopFollowing()
    }
  }, [t])
  return null
}
