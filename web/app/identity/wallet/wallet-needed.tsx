import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { joinSentences, useWords } from '../../words/use-words.ts'
import { useLinkWallet, useHasWallet } from './use-link-wallet.ts'
import { linkRequest } from './link-request.ts'
import '../../words/identity-words.ts'
import { Icon } from '../../ui/icon.tsx'

type WalletNeededProps = {
  isVaultMissing: boolean
  /** What continues afterwards; for selling, the text also explains why a wallet is needed. */
  goesOn: 'checkout' | 'sell' | 'here'
  /** Whether the window opens without having been asked for. */
  isAskedAtOnce?: boolean
}

/** Replaces what needs a wallet or its vault: opens the window to link or create it. */
export function WalletNeeded({ isVaultMissing, goesOn, isAskedAtOnce = false }: WalletNeededProps) {
  const { t, language } = useWords()
  const linkWallet = useLinkWallet()
  const isAsked = useRef(!isAskedAtOnce)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void linkWallet()
  }, [linkWallet])
  return (
    <EmptyState
      title={t(isVaultMissing ? 'wallet.needed.vault-title' : 'wallet.needed.title')}
      text={joinSentences(
        [t(isVaultMissing ? 'wallet.needed.vault-text' : 'wallet.needed.text'), t(`wallet.needed.${goesOn}`)],
        language,
      )}
    >
      <Button size="lg" onClick={() => void linkWallet()}>
        {t(isVaultMissing ? 'wallet.needed.vault-button' : 'wallet.menu')}
      </Button>
    </EmptyState>
  )
}

type GatePlaceProps = {
  /** Whether the content is shown; otherwise the request for a wallet is. */
  isOpen: boolean
  children: ReactNode
}

const isNot = (): boolean => false

/**
 * A place for content that needs a wallet. The pressed button disappears with the request, so the
 * place takes the focus.
 */
export function GatePlace({ isOpen, children }: GatePlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  // the page takes no focus while the window is open above it
  const isLinking = useSyncExternalStore(linkRequest.subscribe, linkRequest.isOpen, isNot)
  const wasClosed = useRef(false)
  useEffect(() => {
    if (!isOpen) wasClosed.current = true
    else if (wasClosed.current && !isLinking) {
      wasClosed.current = false
      if (isNowhere(document.activeElement)) place.current?.focus({ preventScroll: true })
    }
  }, [isOpen, isLinking])
  return (
    <div ref={place} tabIndex={-1} className="grid gap-6 focus:outline-none">
      {children}
    </div>
  )
}

/** Whether nothing has the focus, or only something that is fading out. */
const isNowhere = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('[inert], dialog:not([open])') !== null

/** The first step for a member without a wallet. Nothing for full members. */
export function WalletPanel() {
  const { t } = useWords()
  const linkWallet = useLinkWallet()
  if (useHasWallet()) return null
  return (
    <section className="flex flex-wrap items-center gap-4 rounded-card bg-indigo-ground p-5">
      <Icon name="vault" className="size-10 text-indigo-text" />
      <div className="grid min-w-56 grow basis-0 gap-1">
        <h2 className="text-16">{t('wallet.link.title')}</h2>
        <p className="text-14">{t('wallet.needed.text')}</p>
      </div>
      <Button onClick={() => void linkWallet()}>{t('wallet.menu')}</Button>
    </section>
  )
}
