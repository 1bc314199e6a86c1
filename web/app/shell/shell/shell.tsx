import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useRouteLoaderData, useNavigation, useLocation } from 'react-router'
import { BotProvider } from '../../identity/captcha/bot-context.tsx'
import { ConsentHost } from '../../identity/consent/consent-line.tsx'
import { GiftWatch, LeaveNotice, TermsHost, DeliveryWatch, SessionEndWatch, WalletLinkHost } from './hosts.tsx'
import { useWords } from '../../words/use-words.ts'
import { DialogHost } from '../../ui/dialog-host.tsx'
import { pageFrameId } from '../../ui/layer.ts'
import { ToastHost } from '../../ui/toast-host.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MaintenanceNotice } from './maintenance-notice.tsx'
import { analytics } from '../../platform/analytics.ts'

/** The frame around every screen, and what floats above it: one dialog host, the toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const root = useRouteLoaderData<{ isStill?: boolean }>('root')
  // when even the root has failed there is nothing to put into header and footer, and without scripts they would do nothing
  const isWhole = root !== undefined && !root.isStill
  const frame = (
    <>
      <div id={pageFrameId} className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-indigo px-4 py-3 text-14 font-semibold text-white focus:translate-y-0"
        >
          {t('shell.skip')}
        </a>
        <NavigationProgress />
        {isWhole && <Header />}
        <main id="main" tabIndex={-1} className="grow pb-16 focus:outline-none">
          {isWhole && <MaintenanceNotice />}
          {isWhole && <LeaveNotice />}
          {children}
        </main>
        {isWhole && <Footer />}
        {isWhole && <ConsentHost />}
      </div>
      <SessionEndWatch />
      {isWhole && <WalletLinkHost />}
      {isWhole && <DeliveryWatch />}
      {isWhole && <GiftWatch />}
      {isWhole && <TermsHost />}
      <DialogHost />
      <ToastHost />
      <RouteWatch />
    </>
  )
  return isWhole ? <BotProvider>{frame}</BotProvider> : frame
}

/** A thin line at the top while the next page is on its way. */
function NavigationProgress() {
  if (useNavigation().state === 'idle') return null
  return (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-advance bg-indigo-text" />
  )
}

/**
 * What a browser does on a new page and a client-side navigation does not: the focus goes to the start of the content, the title
 * is read out. It also reports the page, once, in one place.
 */
function RouteWatch() {
  const { pathname, search } = useLocation()
  const [title, setTitle] = useState('')
  const lastPath = useRef<string>(undefined)

  useEffect(() => {
    analytics.viewed({ pathname, search, title: document.title })
    const isFirst = lastPath.current === undefined
    const isSamePage = lastPath.current === pathname
    lastPath.current = pathname
    if (isFirst || isSamePage) return
    // a form that was just filled in on the new page keeps its focus
    if (!document.querySelector('main [autofocus]')) document.getElementById('main')?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [pathname, search])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
