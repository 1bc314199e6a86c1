import { NavLink, Outlet } from 'react-router'
import { links } from '../links.ts'
import { MemberOnly } from '../member/member-only.tsx'
import { classes } from '../ui/classes.ts'
import { useWords } from '../words/use-words.ts'

const parts = [
  { to: links.mypage, word: 'mypage.overview' },
  { to: links.collection, word: 'mypage.collection' },
  { to: links.unopenedPacks, word: 'mypage.packs' },
  { to: links.orders, word: 'mypage.orders' },
  { to: links.settings, word: 'mypage.profile' },
  { to: links.account, word: 'account-settings.title' },
] as const

/** The frame of the own pages: their parts, and the guard that sends guests to sign in. */
export default function MypageFrame() {
  const { t } = useWords()
  return (
    <div className="page grid gap-6 pt-4 md:gap-8 md:pt-8">
      <nav
        aria-label={t('mypage.nav')}
        className="no-scrollbar -mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
      >
        <ul className="flex gap-1">
          {parts.map(({ to, word }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className={({ isActive }) =>
                  classes(
                    'inline-flex min-h-11 items-center border-b-2 px-3 text-14 leading-label whitespace-nowrap transition-colors',
                    isActive
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
      <MemberOnly>
        <Outlet />
      </MemberOnly>
    </div>
  )
}
