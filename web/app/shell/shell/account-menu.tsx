import { useRef, useState, useEffect } from 'react'
import type { RefObject } from 'react'
import { useNavigate, Link, useLocation } from 'react-router'
import { links } from '../../platform/links.ts'
import { signOut } from '../../identity/session/keep-session.ts'
import { useSession } from '../../platform/session.ts'
import { useUser } from '../../identity/session/use-me.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import { linkRequest } from '../../identity/wallet/link-request.ts'

/** The member's menu; CSS shows its button to members only. */
export function AccountMenu({ buttonLook }: { buttonLook: string }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const ref = useRef<HTMLDivElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  useCloseOnNavigation(ref)
  const handleSignOut = async (): Promise<void> => {
    ref.current?.hidePopover()
    await signOut()
    await navigate(links.home)
  }
  return (
    <>
      <span className="hidden member:block">
        <button type="button" popoverTarget="account-menu" aria-label={t('account.menu')} className={buttonLook}>
          <Icon name="person" />
        </button>
      </span>
      <div
        ref={ref}
        id="account-menu"
        popover="auto"
        aria-label={t('account.menu')}
        className="menu"
        onToggle={(event) => event.newState === 'open' && setWasOpened(true)}
      >
        <ul className="grid">
          <NameLine isNeeded={wasOpened} />
          <WalletMenuLine />
          <MenuLink to={links.mypage}>{t('mypage.title')}</MenuLink>
          <MenuLink to={links.notifications}>{t('notification.title')}</MenuLink>
          <MenuLink to={links.collection}>{t('account.collection')}</MenuLink>
          <MenuLink to={links.unopenedPacks}>{t('account.unopened-packs')}</MenuLink>
          <MenuLink to={links.orders}>{t('account.orders')}</MenuLink>
          <MenuLink to={links.points}>{t('mypage.points')}</MenuLink>
          <MenuLink to={links.cards}>{t('mypage.cards')}</MenuLink>
          <MenuLink to={links.passcode}>{t('shell.passcode')}</MenuLink>
          <MenuLink to={links.settings}>{t('account.profile')}</MenuLink>
          <MenuLink to={links.account}>{t('account-settings.title')}</MenuLink>
          <MenuLink to={links.contact}>{t('shell.contact')}</MenuLink>
          <li className="mt-2 border-t border-line pt-2">
            <button
              type="button"
              className="flex min-h-11 w-full items-center rounded-field px-3 text-left text-14 text-ink hover:bg-ground"
              onClick={() => void handleSignOut()}
            >
              {t('account.logout')}
            </button>
          </li>
        </ul>
      </div>
    </>
  )
}

/** Whose menu it is; asked for when the menu is first opened. */
function NameLine({ isNeeded }: { isNeeded: boolean }) {
  const session = useSession()
  const name = useUser(isNeeded ? session?.userId : undefined)?.displayName
  return name ? <li className="truncate px-3 pb-2 text-14 font-semibold text-ink">{name}</li> : null
}

/** The line of the account menu for members who have not linked a wallet yet. */
function WalletMenuLine() {
  const { t } = useWords()
  const session = useSession()
  if (!session || session.flowAddress !== '') return null
  return (
    <li className="mb-2 border-b border-line pb-2">
      <button
        type="button"
        className="flex min-h-11 w-full items-center gap-2 rounded-field px-3 text-left text-14 font-semibold text-indigo-text hover:bg-indigo-ground"
        onClick={() => void linkRequest.open()}
      >
        <Icon name="vault" className="size-5" />
        {t('wallet.menu')}
      </button>
    </li>
  )
}

/** A line of a menu. */
export function MenuLink({ to, className, children }: { to: string; className?: string; children: string }) {
  return (
    <li className={className}>
      <Link to={to} className="flex min-h-11 items-center rounded-field px-3 text-14 text-ink hover:bg-ground">
        {children}
      </Link>
    </li>
  )
}

/** A menu that was used closes by itself. */
export function useCloseOnNavigation(ref: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  useEffect(() => {
    if (ref.current?.matches(':popover-open')) ref.current.hidePopover()
  }, [ref, key])
}
