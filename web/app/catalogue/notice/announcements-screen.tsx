import type { Route } from './+types/announcements-screen.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { formatMoment } from '../../platform/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { items: notices } = orThrow(await pageApi(context)('listAnnouncements', { query: {} }))
  return tagged({ notices }, ['announcements'])
}

export const headers = pageHeaders

export default function AnnouncementsScreen({ loaderData: { notices } }: Route.ComponentProps) {
  const { t, pick, language } = useWords()
  return (
    <div className="page pt-8 md:pt-12">
      <link
        rel="alternate"
        type="application/rss+xml"
        title={t('notice.title')}
        href={`/feeds/announcements.xml?lang=${language}`}
      />
      <PageHead title={t('notice.title')} description={t('notice.description')} />
      <div className="mx-auto grid max-w-reading gap-8">
        <h1 className="text-24 md:text-32">{t('notice.title')}</h1>
        {notices.length === 0 && (
          <EmptyState title={t('notice.empty.title')} text={t('notice.empty.text')} icon="info" />
        )}
        {notices.map(({ id, title, body, publishedAt }) => (
          <article key={id} id={id} className="grid gap-3 border-b border-line pb-8">
            <time dateTime={publishedAt} className="tabular text-12 text-sub-text">
              {formatMoment(publishedAt, language)}
            </time>
            <h2 className="text-18">{pick(title)}</h2>
            <p className="whitespace-pre-line">{pick(body)}</p>
          </article>
        ))}
      </div>
    </div>
  )
}
