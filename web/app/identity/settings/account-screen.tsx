import { Link } from 'react-router'
import { links } from '../../platform/links.ts'
import { MypageHead } from '../member/member-only.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { useMe } from '../session/use-me.ts'
import { Icon } from '../../ui/icon.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

export const handle = { title: 'account-settings.title' } satisfies PageHandle

export default function AccountScreen() {
  const { t } = useWords()
  const { me, error, renew } = useMe()
  return (
    <div className="grid max-w-reading gap-6">
      <MypageHead title={t('account-settings.title')} />
      {me ? (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          <Row to={links.email} name={t('email.title')} value={me.email || t('account-settings.none')} />
          <Row
            to={links.password}
            name={t('password.title')}
            value={t(me.hasPassword ? 'account-settings.password-set' : 'account-settings.password-none')}
          />
          <Row to={links.devices} name={t('device.title')} value={t('account-settings.devices-text')} />
          <Row
            to={links.notificationSettings}
            name={t('notification-settings.title')}
            value={t('account-settings.notifications-text')}
          />
          <Row
            to={links.wallet}
            name={t('wallet-settings.title')}
            value={me.flowAddress || t('own-profile.wallet-none')}
          />
          <Row to={links.services} name={t('account-settings.services')} value={t('account-settings.services-text')} />
          <Row to={links.export} name={t('export.title')} value={t('account-settings.export-text')} />
          <Row to={links.leave} name={t('leave.title')} value={t('account-settings.leave-text')} />
        </ul>
      ) : error ? (
        <ErrorState code={error} onRetry={() => void renew()} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </div>
  )
}

function Row({ to, name, value }: { to: string; name: string; value: string }) {
  return (
    <li className="relative flex items-center gap-4 p-4 hover:bg-ground sm:px-6">
      <div className="grid min-w-0 grow gap-0.5">
        <Link to={to} className="stretched text-16 font-semibold text-ink">
          {name}
        </Link>
        <p className="text-14 break-all text-main">{value}</p>
      </div>
      <Icon name="right" className="size-5 text-sub-text" />
    </li>
  )
}
