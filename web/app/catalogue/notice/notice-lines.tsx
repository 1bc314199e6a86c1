import { Link } from 'react-router'
import type { AnnouncementView } from '@kura/contract/catalogue/notice'
import { links } from '../../platform/links.ts'
import { formatDay } from '../../platform/format.ts'
import { useWords } from '../../words/use-words.ts'

/** The latest notices, a line each. */
export function NoticeLines({ notices }: { notices: readonly AnnouncementView[] }) {
  const { pick, language } = useWords()
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {notices.map(({ id, title, publishedAt }) => (
        <li key={id}>
          <Link
            to={`${links.announcements}#${encodeURIComponent(id)}`}
            className="flex min-h-13 flex-col justify-center gap-x-6 px-4 py-3 text-14 text-ink hover:underline sm:flex-row sm:items-baseline sm:justify-start"
          >
            <time dateTime={publishedAt} className="tabular w-32 shrink-0 text-12 text-sub-text">
              {formatDay(publishedAt, language)}
            </time>
            <span className="line-clamp-2">{pick(title)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
