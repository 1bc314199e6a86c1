import type { EventView } from '@kura/contract/catalogue/notice'
import type { Route } from './+types/events-screen.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { EventCard, eventState } from './event-card.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const api = pageApi(context)
  const [events, clock] = await Promise.all([api('listEvents', {}), api('currentTimestamp', {})])
  return tagged({ events: orThrow(events).items, nowMs: orThrow(clock).currentTimestamp }, ['events'])
}

export const headers = pageHeaders

export default function EventsScreen({ loaderData: { events, nowMs } }: Route.ComponentProps) {
  const { t } = useWords()
  const over = events.filter((event) => eventState(event, nowMs) === 'over')
  const open = events.filter((event) => !over.includes(event))
  return (
    <div className="page grid gap-12 pt-6 md:pt-10">
      <PageHead title={t('event.title')} description={t('event.description')} picture={open[0]?.picture} />
      <h1 className="text-24 md:text-32">{t('event.title')}</h1>
      {events.length === 0 && <EmptyState title={t('event.empty.title')} text={t('event.empty.text')} icon="info" />}
      <Group title={t('event.now')} events={open} nowMs={nowMs} />
      <Group title={t('event.past')} events={over} nowMs={nowMs} />
    </div>
  )
}

function Group({ title, events, nowMs }: { title: string; events: readonly EventView[]; nowMs: number }) {
  if (events.length === 0) return null
  return (
    <Section title={title}>
      <ul className="grid gap-x-6 gap-y-10 md:grid-cols-2">
        {events.map((event, at) => (
          <li key={event.id}>
            <EventCard event={event} nowMs={nowMs} isFirst={at < 2} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
