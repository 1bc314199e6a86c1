import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { BotProvider } from '../../identity/captcha/bot-context.tsx'
import { ConsentHost } from '../../identity/consent/consent-host.tsx'
import { GiftWatch } from '../../market/gift/gift-watch.tsx'
import { TermsHost } from '../../identity/member/terms-host.tsx'
import { DeliveryWatch } from '../../checkout/order/delivery-watch.tsx'
import { SessionEndWatch } from '../../identity/session/session-end-watch.tsx'
import { useWords } from '../../words/use-words.ts'
import { DialogHost } from '../../ui/dialog-host.tsx'
import { pageFrameId } from '../../ui/page-frame.ts'
import { ToastHost } from '../../ui/toast-host.tsx'
import { WalletLinkHost } from '../../identity/wallet/wallet-link-host.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { RouteWatch } from './route-watch.tsx'

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
