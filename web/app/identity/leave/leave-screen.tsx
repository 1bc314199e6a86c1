import type { AccountView } from '@kura/contract/identity/account'
import type { DeletionCheck, LeaveObstacleKind } from '@kura/contract/identity/deletion'
import { limits } from '@kura/contract/limits'
import { formatYen } from '@kura/contract/money'
import { formatCount } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { SettingsCard, SettingsPage } from '../settings/settings-page.tsx'
import { LeaveForm } from './leave-form.tsx'
import { LeaveCard } from './leave-notice.tsx'
import '../../words/identity-words.ts'
import '../../words/leave-words.ts'

export const handle = { title: 'leave.title' } satisfies PageHandle

/** Leaving: what blocks it, what it means, and asking for it or cancelling it. */
export default function LeaveScreen() {
  const { t } = useWords()
  return (
    <SettingsPage title={t('leave.title')}>
      {(me, renew) =>
        me.deletionDueAt === null ? (
          <Leave me={me} renew={renew} />
        ) : (
          <>
            <LeaveCard dueAt={me.deletionDueAt} />
            <SettingsCard>
              <ExportHint />
            </SettingsCard>
          </>
        )
      }
    </SettingsPage>
  )
}

function Leave({ me, renew }: { me: AccountView; renew: () => Promise<void> }) {
  const { t } = useWords()
  const check = useCall('checkDeletion', {})
  const { data, error } = check
  if (!data)
    return error ? (
      <ErrorState code={error.body.errorCode} onRetry={() => void check.mutate()} />
    ) : (
      <Skeleton className="h-80" />
    )
  const isBlocked = data.obstacles.length > 0
  return (
    <>
      <p className="text-14">{t('leave.lead', { days: limits.deletionDays })}</p>
      {isBlocked && <Obstacles obstacles={data.obstacles} />}
      <Consequences points={data.points} />
      {!isBlocked && <LeaveForm me={me} onAsked={renew} onConflict={() => void check.mutate()} />}
    </>
  )
}

type Solution = { to: string; word: WordKey }
/** Where each obstacle is solved. */
const solutions: Record<LeaveObstacleKind, Solution> = {
  orders_open: { to: links.orders, word: 'leave.solve.orders' },
  packs_unopened: { to: links.unopenedPacks, word: 'leave.solve.packs' },
  openings_open: { to: links.orders, word: 'leave.solve.orders' },
  listings_open: { to: links.listings, word: 'leave.solve.listings' },
  trades_open: { to: links.listingsSold, word: 'leave.solve.sold' },
  gifts_open: { to: links.gifts, word: 'leave.solve.gifts' },
  proceeds_clearing: { to: links.sales, word: 'leave.solve.sales' },
  proceeds_left: { to: links.sales, word: 'leave.solve.sales' },
  payouts_open: { to: links.sales, word: 'leave.solve.sales' },
}
const inYen: readonly LeaveObstacleKind[] = ['proceeds_clearing', 'proceeds_left', 'payouts_open']

function Obstacles({ obstacles }: Pick<DeletionCheck, 'obstacles'>) {
  const { t, language } = useWords()
  return (
    <section className="grid gap-4">
      <h2 className="text-20">{t('leave.blocked')}</h2>
      <p className="text-14">{t('leave.blocked-text')}</p>
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface px-5 sm:px-6">
        {obstacles.map(({ kind, amount }) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
            <div className="grid min-w-56 grow basis-0 gap-0.5">
              <p className="tabular text-16 font-semibold text-ink">
                {t(`leave.open.${kind}`, {
                  amount: inYen.includes(kind) ? formatYen(amount) : formatCount(amount, language),
                })}
              </p>
              <p className="text-14">{t(`leave.open.${kind}-text`)}</p>
            </div>
            <LinkButton to={solutions[kind].to} look="secondary">
              {t(solutions[kind].word)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

const always = ['tokens', 'airdrops', 'profile', 'papers'] as const

function Consequences({ points }: { points: number }) {
  const { t, language } = useWords()
  return (
    <section className="grid gap-4">
      <h2 className="text-20">{t('leave.after')}</h2>
      <SettingsCard>
        <ul className="grid gap-3 text-14">
          {points > 0 && (
            <Consequence isLoss>
              {t('leave.after-points', { count: points, points: formatCount(points, language) })}
            </Consequence>
          )}
          {always.map((name) => (
            <Consequence key={name}>{t(`leave.after-${name}`)}</Consequence>
          ))}
        </ul>
        <div className="border-t border-line pt-5">
          <ExportHint />
        </div>
      </SettingsCard>
    </section>
  )
}

function ExportHint() {
  const { t } = useWords()
  return (
    <div className="grid gap-3">
      <p className="text-14">{t('leave.after-export')}</p>
      <div>
        <LinkButton to={links.export} look="secondary">
          {t('leave.to-export')}
        </LinkButton>
      </div>
    </div>
  )
}

function Consequence({ isLoss = false, children }: { isLoss?: boolean; children: string }) {
  return (
    <li className={isLoss ? 'flex gap-2 font-semibold text-attention-text' : 'flex gap-2'}>
      <Icon name={isLoss ? 'warning' : 'info'} className="mt-0.5 size-5 shrink-0" />
      <span>{children}</span>
    </li>
  )
}
