import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Link, NavLink, useLocation, Form, useMatches } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { useIsHydrated, useSession } from '../../platform/session.ts'
import { useSite } from '../../platform/use-site.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import { AccountMenu, MenuLink, useCloseOnNavigation } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { PreferenceSwitches } from './preference-switches.tsx'

const roundButton =
  'inline-flex size-11 items-center justify-center rounded-full text-ink transition-colors hover:bg-ground'

/** Mark, search, the way to packs, items and the market, the account. The part for members or guests is chosen by CSS before the first paint. */
export function Header() {
  const { t } = useWords()
  const site = useSite()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/92 backdrop-blur-md">
      <div className="page flex h-14 items-center gap-1 sm:gap-2 md:h-16">
        <Link to={links.home} className="-ml-1 flex min-h-11 items-center gap-2 rounded-field px-1 text-ink">
          <Logo className="size-8" />
          <span className="text-18 font-bold tracking-wide whitespace-nowrap">{site.name}</span>
        </Link>
        <nav aria-label={t('shell.main-menu')} className="ml-4 hidden md:block">
          <ul className="flex">
            <HeaderLink to={links.packs}>{t('shell.packs')}</HeaderLink>
            <HeaderLink to={links.items}>{t('shell.items')}</HeaderLink>
            <HeaderLink to={links.market}>{t('shell.market')}</HeaderLink>
            <HeaderLink to={links.airdrops}>{t('shell.airdrops')}</HeaderLink>
          </ul>
        </nav>
        <div className="mx-auto hidden w-full max-w-[400px] md:block">
          <SearchForm />
        </div>
        <div className="ml-auto flex items-center gap-1 sm:gap-2 md:ml-0">
          <span className="md:hidden">
            <button type="button" popoverTarget="search-sheet" aria-label={t('shell.search')} className={roundButton}>
              <Icon name="search" />
            </button>
          </span>
          <GuestLinks />
          <Bell />
          <AccountMenu buttonLook={roundButton} />
          <button type="button" popoverTarget="main-menu" aria-label={t('shell.menu')} className={roundButton}>
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <SearchSheet />
      <MainMenu />
    </header>
  )
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <NavLink
        to={to}
        className="inline-flex min-h-11 items-center rounded-field px-3 text-14 font-medium text-ink underline-offset-8 hover:underline aria-[current=page]:underline"
      >
        {children}
      </NavLink>
    </li>
  )
}

/** Not part of the first load: the count of a member comes a moment later. */
const BellCount = lazy(() =>
  import('../../identity/notification/bell-count.tsx').then((module) => ({ default: module.BellCount })),
)

/** The way to the notifications; CSS shows it to members only. */
function Bell() {
  const { t } = useWords()
  const isMember = useSession() !== undefined
  return (
    <span className="hidden member:block">
      <Link to={links.notifications} className={`relative ${roundButton}`}>
        <Icon name="bell" />
        <span className="sr-only">{t('notification.title')}</span>
        {isMember && (
          <Suspense fallback={null}>
            <BellCount />
          </Suspense>
        )}
      </Link>
    </span>
  )
}

function GuestLinks() {
  const { t } = useWords()
  const { pathname, search } = useLocation()
  // a finished page is sent for many queries: what follows the path is known once it has hydrated
  const here = useIsHydrated() ? pathname + search : pathname
  // the screens for signing in do not lead back to themselves
  const back = pathname === links.login || pathname === links.signup ? links.home : here
  return (
    <div className="flex items-center gap-2 member:hidden">
      <span className="hidden whitespace-nowrap sm:block">
        <LinkButton to={withRedirect(links.login, back)} look="quiet">
          {t('account.login')}
        </LinkButton>
      </span>
      <span className="whitespace-nowrap">
        <LinkButton to={withRedirect(links.signup, back)}>{t('account.signup')}</LinkButton>
      </span>
    </div>
  )
}

/** The search of a phone: a sheet below the header. */
function SearchSheet() {
  const { t } = useWords()
  const ref = useRef<HTMLDivElement>(null)
  useCloseOnNavigation(ref)
  return (
    <div ref={ref} id="search-sheet" popover="auto" aria-label={t('shell.search')} className="menu sheet">
      <SearchForm hasFocus />
    </div>
  )
}

function MainMenu() {
  const { t } = useWords()
  const ref = useRef<HTMLDivElement>(null)
  useCloseOnNavigation(ref)
  return (
    <div ref={ref} id="main-menu" popover="auto" aria-label={t('shell.menu')} className="menu">
      <ul className="grid md:hidden">
        <MenuLink to={links.packs}>{t('shell.packs')}</MenuLink>
        <MenuLink to={links.items}>{t('shell.items')}</MenuLink>
        <MenuLink to={links.market}>{t('shell.market')}</MenuLink>
        <MenuLink to={links.airdrops}>{t('shell.airdrops')}</MenuLink>
        <MenuLink to={links.passcode}>{t('shell.passcode')}</MenuLink>
        <MenuLink to={links.announcements}>{t('notice.title')}</MenuLink>
        <MenuLink to={links.login} className="member:hidden">
          {t('account.login')}
        </MenuLink>
        <li className="my-2 border-t border-line" />
      </ul>
      <PreferenceSwitches />
    </div>
  )
}

/** What a search field suggests: loaded with the first focus. */
const Suggestions = lazy(() =>
  import('../../discovery/search/suggestions.tsx').then((part) => ({ default: part.Suggestions })),
)

/** Searches everything; a plain form that also works without JavaScript. */
function SearchForm({ hasFocus = false }: { hasFocus?: boolean }) {
  const { t } = useWords()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  // of a page that is searched, as its data has it: on any other a `q` means nothing
  const page = useMatches().at(-1)?.loaderData as { filters?: { q?: string } } | null | undefined
  const query = page?.filters?.q ?? ''
  return (
    <Form role="search" action="/search" className="relative" onSubmit={() => setOpen(false)}>
      <label htmlFor={id} className="sr-only">
        {t('shell.search')}
      </label>
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-sub-text"
      />
      <input
        key={query}
        ref={input}
        onFocus={() => setOpen(true)}
        onInput={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        maxLength={100}
        autoFocus={hasFocus}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={t('shell.search-placeholder')}
        className="h-11 w-full rounded-full border border-line bg-surface pr-4 pl-10 text-16 leading-label text-ink placeholder:text-14 placeholder:text-sub-text hover:border-line-strong"
      />
      {isOpen && (
        <Suspense fallback={null}>
          <Suggestions input={input} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Form>
  )
}
