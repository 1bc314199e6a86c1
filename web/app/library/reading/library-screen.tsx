import type { OwnedContentView } from '@kura/contract/library/content'
import { limits } from '@kura/contract/limits'
import { Link } from 'react-router'
import { cardSizes } from '../../catalogue/item/item-card.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { formatSerial } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { FramedPicture } from '../../ui/picture.tsx'
import { PieceGrid } from '../../ui/section.tsx'
import { CardSkeleton, EmptyState, ErrorState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { lengthText } from '../watching/player-keys.ts'
import '../../words/library-words.ts'

export const handle = { title: 'mypage.library' } satisfies PageHandle

/** What the member can read, those read last first. */
export default function LibraryScreen() {
  const { t } = useWords()
  const { data, error, mutate } = useCall('listContents', { query: { limit: limits.pageSize } })
  const count = data?.items.length ?? 0
  return (
    <>
      <MypageHead title={t('library.title')} note={count > 0 ? t('library.count', { count }) : undefined} />
      {count > 0 && <p className="max-w-reading text-14">{t('library.lead')}</p>}
      {data && count === 0 && (
        <EmptyState title={t('library.empty.title')} text={t('library.empty.text')}>
          <LinkButton to={links.items}>{t('library.empty.items')}</LinkButton>
        </EmptyState>
      )}
      {data && count > 0 && (
        <PieceGrid>
          {data.items.map((content, index) => (
            <li key={content.contentId}>
              <ContentCard content={content} isFirst={index < 4} />
            </li>
          ))}
        </PieceGrid>
      )}
      {!data && error && <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />}
      {!data && !error && (
        <div className="pieces" aria-hidden="true">
          {[0, 1, 2, 3].map((index) => (
            <CardSkeleton key={index} />
          ))}
        </div>
      )}
    </>
  )
}

function ContentCard({ content, isFirst }: { content: OwnedContentView; isFirst: boolean }) {
  const { t, pick } = useWords()
  const { ownerContentId, picture, name, itemName, serialNumber, page, pageCount: count, seconds, second } = content
  const share = shareOf(content)
  return (
    <Link
      to={(seconds === null ? links.reader : links.player)(ownerContentId)}
      className="group grid gap-2 leading-label"
    >
      <FramedPicture picture={picture} alt="" sizes={cardSizes} isFirst={isFirst} />
      <span className="text-16 font-semibold text-ink group-hover:underline">{pick(name)}</span>
      <span className="text-12 text-sub-text">
        {t('library.of-item', { item: pick(itemName), serial: formatSerial(serialNumber) })}
      </span>
      <span className="tabular text-14 text-main">
        {seconds === null
          ? page === null
            ? t('library.pages', { count })
            : t('library.place', { page: Math.min(page, count), count })
          : second === null
            ? t('watch.length', { length: lengthText(seconds) })
            : t('watch.place', { at: lengthText(second), length: lengthText(seconds) })}
      </span>
      {share !== undefined && (
        <progress className="h-1 w-full" value={share} max={1} aria-hidden="true" tabIndex={-1} />
      )}
    </Link>
  )
}

/** How much of it was read or watched, from 0 to 1; undefined before the first time. */
function shareOf({ page, pageCount, second, seconds }: OwnedContentView): number | undefined {
  if (seconds !== null) return second === null ? undefined : second / seconds
  return page === null ? undefined : Math.min(page, pageCount) / pageCount
}
