import type { ReactNode } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/transfer-words.ts'

type SentPageProps = { title: string; list: { name: string; to: string }; children: ReactNode }

/** The page of one gift or transfer. */
export function SentPage({ title, list, children }: SentPageProps) {
  const { t } = useWords()
  return (
    <div className="page grid justify-items-center pt-4 md:pt-6">
      <PageHead title={title} isHidden />
      <div className="grid w-full max-w-reading gap-6">
        <Breadcrumbs trail={[{ name: t('mypage.title'), to: links.mypage }, list]} />
        <h1 className="text-24">{title}</h1>
        <MemberOnly>{children}</MemberOnly>
      </div>
    </div>
  )
}

type UnreadProps = { failure: { status: number; code: ErrorCode } | undefined; back: string; onRetry: () => void }

/** In its place while it is not there: it is asked for, cannot be had, or is none of this member's. */
export function Unread({ failure, back, onRetry }: UnreadProps) {
  const { t } = useWords()
  if (failure && (failure.status === 404 || failure.status === 400))
    return (
      <EmptyState icon="gift" title={t('transfer.not-found')} text={t('transfer.not-found-text')}>
        <LinkButton to={back}>{t('transfer.to-list')}</LinkButton>
      </EmptyState>
    )
  if (failure) return <ErrorState code={failure.code} onRetry={onRetry} />
  return (
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="h-28" />
      <Skeleton className="h-60" />
    </div>
  )
}
