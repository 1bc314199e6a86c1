import type { ReactNode } from 'react'
import type { AccountView } from '@kura/contract/identity/account'
import { links } from '../../platform/links.ts'
import { MypageHead } from '../member/member-only.tsx'
import { useMe } from '../session/use-me.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'

type SettingsPageProps = {
  title: string
  lead?: string | undefined
  /** What is on the page once the account is known. */
  children: (me: AccountView, renew: (next?: AccountView) => Promise<void>) => ReactNode
}

/** One screen of the settings: the way back, a heading, and what the account is needed for. */
export function SettingsPage({ title, lead, children }: SettingsPageProps) {
  const { t } = useWords()
  const { me, error, renew } = useMe()
  return (
    <div className="grid max-w-reading gap-6">
      <div className="-mt-3 grid">
        <Breadcrumbs trail={[{ name: t('account-settings.title'), to: links.account }]} />
        <MypageHead title={title} />
      </div>
      {lead !== undefined && <p className="text-14">{lead}</p>}
      {me ? (
        children(me, renew)
      ) : error ? (
        <ErrorState code={error} onRetry={() => void renew()} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </div>
  )
}

/** A card of the settings. */
export function SettingsCard({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-6">{children}</div>
}
