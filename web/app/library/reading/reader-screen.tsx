import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSWRConfig } from 'swr'
import type { Route } from './+types/reader-screen.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { links } from '../../platform/links.ts'
import { isAbout, useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { Reader } from './reader.tsx'
import '../../words/library-words.ts'

/** Addresses of pages work for two minutes; the right is asked for again each time. */
const refreshMs = 30_000
/** Opened again at once, it asks again: what was kept of it is gone. */
const settings = { refreshInterval: refreshMs, dedupingInterval: 0 }

export default function ReaderScreen({ params }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <div className="page grid gap-4 pt-4 md:pt-6">
      <PageHead title={t('library.title')} isHidden />
      <h1 className="sr-only">{t('library.title')}</h1>
      <MemberOnly>
        <Opened key={params.ownerContentId} ownerContentId={params.ownerContentId} />
      </MemberOnly>
    </div>
  )
}

function Opened({ ownerContentId }: { ownerContentId: string }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { mutate } = useSWRConfig()
  const { data, error, mutate: reload } = useCall('showEbook', { params: { ownerContentId } }, settings)
  const refresh = useCallback(() => void reload(), [reload])
  const showPlace = useCallback(() => void mutate(isAbout(['listContents', 'listOwnerContents'])), [mutate])
  // opened again, it is at the place that is kept by then, perhaps from another device
  useEffect(() => () => void mutate(isAbout(['showEbook']), undefined, { revalidate: false }), [mutate])
  const code = error?.body.errorCode
  if (code === 'FORBIDDEN')
    return (
      <EmptyState title={t('reader.lost.title')} text={t('reader.lost.text')} icon="book">
        <LinkButton to={links.library}>{t('library.title')}</LinkButton>
      </EmptyState>
    )
  if (data)
    return <Reader ebook={data} onRefresh={refresh} onKept={showPlace} onClose={() => void navigate(links.library)} />
  if (code !== undefined)
    return <ErrorState code={code === 'INVALID_REQUEST_FORMAT' ? 'NOT_FOUND' : code} onRetry={refresh} />
  return <Skeleton className="h-[70dvh]" />
}
