import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import type { Route } from './+types/player-screen.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { links } from '../../platform/links.ts'
import { isAbout } from '../../platform/swr.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { Player } from './player.tsx'
import { useWatching } from './use-watching.ts'
import '../../words/library-words.ts'

export default function PlayerScreen({ params }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <div className="page grid gap-4 pt-4 md:pt-6">
      <PageHead title={t('watch.title')} isHidden />
      <MemberOnly>
        <Viewing key={params.ownerContentId} ownerContentId={params.ownerContentId} />
      </MemberOnly>
    </div>
  )
}

function Viewing({ ownerContentId }: { ownerContentId: string }) {
  const { t, pick } = useWords()
  const { mutate } = useSWRConfig()
  const { watching, code, begin, check } = useWatching(ownerContentId)
  const showPlace = useCallback(() => void mutate(isAbout(['listContents', 'listOwnerContents'])), [mutate])
  const title = <h1 className="text-22 font-semibold">{watching ? pick(watching.video.name) : t('watch.title')}</h1>
  const toLibrary = <LinkButton to={links.library}>{t('library.title')}</LinkButton>
  if (code === 'FORBIDDEN')
    return (
      <div role="alert" className="grid gap-4">
        {title}
        <EmptyState title={t('watch.lost.title')} text={t('watch.lost.text')} icon="play">
          {toLibrary}
        </EmptyState>
      </div>
    )
  if (code === 'STREAM_TAKEN')
    return (
      <div role="alert" className="grid gap-4">
        {title}
        <EmptyState title={t('watch.taken.title')} text={t('watch.taken.text')} icon="play">
          <Button onClick={() => void begin()}>{t('watch.taken.here')}</Button>
        </EmptyState>
      </div>
    )
  if (code === 'SERVICE_UNAVAILABLE')
    return (
      <div role="alert" className="grid gap-4">
        {title}
        <EmptyState title={t('watch.away.title')} text={t('watch.away.text')} icon="warning">
          <Button onClick={() => void begin()}>{t('list.retry')}</Button>
        </EmptyState>
      </div>
    )
  if (code !== undefined)
    return (
      <>
        {title}
        <ErrorState code={code === 'INVALID_REQUEST_FORMAT' ? 'NOT_FOUND' : code} onRetry={() => void begin()} />
      </>
    )
  return (
    <>
      {title}
      {watching ? (
        <>
          <p className="text-14 text-sub-text">{pick(watching.video.itemName)}</p>
          <Player watching={watching} onCheck={check} onKept={showPlace} />
        </>
      ) : (
        <Skeleton className="aspect-video w-full" />
      )}
    </>
  )
}
