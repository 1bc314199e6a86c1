import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation, useMatches } from 'react-router'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { SoldNews } from '../../market/listing/sold-news.ts'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'

const parts = [
  { to: links.mypage, word: 'mypage.overview' },
  { to: links.notifications, word: 'notification.title' },
  { to: links.collection, word: 'mypage.collection' },
  { to: links.library, word: 'mypage.library' },
  { to: links.unopenedPacks, word: 'mypage.packs' },
  { to: links.favorites, word: 'mypage.favorites' },
  { to: links.follows, word: 'mypage.follows' },
  { to: links.listings, word: 'mypage.listings' },
  { to: links.orders, word: 'mypage.orders' },
  { to: links.gifts, word: 'mypage.gifts' },
  { to: links.sales, word: 'mypage.sales' },
  { to: links.points, word: 'mypage.points' },
  { to: links.cards, word: 'mypage.cards' },
  { to: links.settings, word: 'mypage.profile' },
  { to: links.account, word: 'account-settings.title' },
] as const
/** Screens below the account settings, which stay lit for them. */
const settings: readonly string[] = [
  links.email,
  links.password,
  links.devices,
  links.wallet,
  links.services,
  links.export,
  links.leave,
]

/** The frame of the own pages: their parts, and the guard that sends guests to sign in. */
export default function MypageFrame() {
  const { t } = useWords()
  const { pathname } = useLocation()
  const title = (useMatches().at(-1)?.handle as PageHandle | undefined)?.title ?? 'mypage.title'
  const list = useRef<HTMLUListElement>(null)
  const isBelow = (to: string): boolean =>
    (to === links.account && settings.includes(pathname)) ||
    (to === links.settings && pathname === links.showcase) ||
    (to === links.notifications && pathname === links.notificationSettings) ||
    (to === links.gifts && pathname === links.transfers) ||
    (to === links.sales && pathname === links.payoutAccount)
  useEffect(() => {
    // on a phone the row continues beyond the edge: the part that is shown must not be there
    const nav = list.current?.parentElement
    const current = list.current?.querySelector<HTMLElement>('[data-current]')
    if (nav && current) nav.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - nav.clientWidth / 2
  }, [pathname])
  return (
    <div className="page grid gap-6 pt-4 md:gap-8 md:pt-8">
      <nav
        aria-label={t('mypage.nav')}
        className="no-scrollbar relative -mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
      >
        <ul ref={list} className="flex gap-1">
          {parts.map(({ to, word }) => (
            <li key={to} data-current={pathname === to || isBelow(to) ? '' : undefined}>
              <NavLink
                to={to}
                end
                className={({ isActive }) =>
                  classes(
                    'inline-flex min-h-11 items-center border-b-2 px-3 text-14 leading-label whitespace-nowrap transition-colors',
                    isActive || isBelow(to)
                      ? 'border-indigo-text font-semibold text-ink'
                      : 'border-transparent text-main hover:text-ink',
                  )
                }
              >
                {t(word)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <MemberOnly title={t(title)}>
        <SoldNews />
        <Outlet />
      </MemberOnly>
    </div>
  )
}
