import type { Route } from './+types/event-screen.ts'
import { EventTimes } from '../../catalogue/notice/event-card.tsx'
import { links } from '../../platform/links.ts'
import { orNotFound, orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { PackCard } from '../../shop/pack/pack-card.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Section } from '../../ui/section.tsx'
import { useWords } from '../../words/use-words.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = pageApi(context)
  const [found, clock] = await Promise.all([
    api('showEvent', { params: { eventId: params.eventId } }),
    api('currentTimestamp', {}),
  ])
  const event = orNotFound(found)
  const { packIds, seriesIds } = event
  const [packs, series] = await Promise.all([
    packIds.length === 0
      ? []
      : api('listPacks', { query: { packId: packIds, limit: 100 } }).then((it) => orThrow(it).items),
    Promise.all(
      seriesIds.map((seriesId) => api('showSeriesCollectors', { params: { seriesId }, query: { limit: 1 } })),
    ),
  ])
  const names = series.flatMap((each) => (each.ok ? [{ seriesId: each.data.seriesId, name: each.data.name }] : []))
  const page = { event, packs, series: names, nowMs: orThrow(clock).currentTimestamp }
  return tagged(page, ['events', 'packs', ...seriesIds.map((id) => `series:${id}`)])
}

export const headers = pageHeaders

/** One event: what and when it is, and what it is about. */
export default function EventScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { event, packs, series, nowMs } = loaderData
  return (
    <div className="page grid gap-10 pt-4 md:pt-6">
      <PageHead title={pick(event.title)} description={pick(event.description)} picture={event.picture} />
      <div className="grid gap-4">
        <Breadcrumbs trail={[{ name: t('event.title'), to: links.events }]} />
        {event.picture && (
          <Picture
            picture={event.picture}
            alt=""
            sizes="(width >= 1200px) 1200px, 100vw"
            isFirst
            className="rounded-card"
          />
        )}
        <h1 className="text-24 md:text-32">{pick(event.title)}</h1>
        <EventTimes event={event} nowMs={nowMs} />
        <p className="max-w-reading whitespace-pre-line">{pick(event.description)}</p>
      </div>
      {series.length > 0 && (
        <Section title={t('event.series')}>
          <ChipRow label={t('event.series')}>
            {series.map(({ seriesId, name }) => (
              <ChipLink key={seriesId} to={links.series(seriesId)}>
                {pick(name)}
              </ChipLink>
            ))}
          </ChipRow>
        </Section>
      )}
      {packs.length > 0 && (
        <Section title={t('event.packs')}>
          <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 md:grid-cols-4 md:gap-x-6">
            {packs.map((pack) => (
              <li key={pack.packId}>
                <PackCard pack={pack} nowMs={nowMs} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
