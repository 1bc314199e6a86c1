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
  /** What continues by itself afterwards; for selling it is also said what a wallet has to do with it. */
  goesOn: 'checkout' | 'sell' | 'here'
  /** Whether the window opens without having been asked for. */
  isAskedAtOnce?: boolean
}

/** In the place of what a member needs a wallet for, or its vault: opens the window to link or create it. */
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
  /** What the member came for is there; otherwise what asks for a wallet stands in its place. */
  isOpen: boolean
  children: ReactNode
}

const isNot = (): boolean => false

/** The place of what a member needs a wallet for. What was pressed to get one is gone with the asking, so the place takes the focus then. */
export function GatePlace({ isOpen, children }: GatePlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  // the page takes no focus while the window stands above it
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

/** Nothing has the focus, or something that is only still fading. */
const isNowhere = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('[inert], dialog:not([open])') !== null

/** What a member without a wallet is to do first. Nothing for full members. */
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
