import { Link } from 'react-router'
import type { Route } from './+types/guide-screen.ts'
import { links } from '../../platform/links.ts'
import { pageHeaders, pageSettings, tagged } from '../../platform/page-data.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useWords } from '../../words/use-words.ts'
import { guidePage, guideTopics } from './guide-pages.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(pageSettings)
  const pages = guideTopics.flatMap((topic) => guidePage(topic, language) ?? [])
  return tagged({ pages: pages.map(({ topic, title, lead }) => ({ topic, title, lead })) }, ['site'])
}

export const headers = pageHeaders

/** The pages of the guide, each with what it says. */
export default function GuideScreen({ loaderData: { pages } }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <div className="page pt-8 md:pt-12">
      <PageHead title={t('guide.title')} description={t('guide.description')} />
      <div className="mx-auto grid max-w-reading gap-8">
        <h1 className="text-24 md:text-32">{t('guide.title')}</h1>
        <ul className="grid gap-4">
          {pages.map(({ topic, title, lead }) => (
            <li key={topic} className="relative grid gap-1 rounded-card border border-line bg-surface p-4 sm:p-6">
              <h2 className="text-18">
                <Link to={links.guideOf(topic)} className="stretched hover:underline">
                  {title}
                </Link>
              </h2>
              <p className="text-14">{lead}</p>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
