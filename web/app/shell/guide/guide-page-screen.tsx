import { data } from 'react-router'
import type { Route } from './+types/guide-page-screen.ts'
import { links } from '../../platform/links.ts'
import { pageHeaders, pageSettings, tagged } from '../../platform/page-data.ts'
import type { PageFailure } from '../../platform/page-data.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useWords } from '../../words/use-words.ts'
import { guidePage } from './guide-pages.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  const page = guidePage(params.topic, context.get(pageSettings).language)
  if (!page) throw data({ errorCode: 'NOT_FOUND' } satisfies PageFailure, { status: 404 })
  return tagged({ page }, ['site'])
}

export const headers = pageHeaders

/** One page of the guide. Its text is ours, from a file of the source. */
export default function GuidePageScreen({ loaderData: { page } }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <div className="page pt-4 md:pt-6">
      <PageHead title={page.title} description={page.lead} />
      <article className="mx-auto grid max-w-reading gap-6">
        <Breadcrumbs trail={[{ name: t('guide.title'), to: links.guide }]} />
        <h1 className="text-24 md:text-32">{page.title}</h1>
        <p>{page.lead}</p>
        <div className="guide-text" dangerouslySetInnerHTML={{ __html: page.html }} />
      </article>
    </div>
  )
}
