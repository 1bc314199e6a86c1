import { Link } from 'react-router'
import type { EventView } from '@kura/contract/catalogue/notice'
import { useServerNow } from '../../platform/clock.ts'
import { formatMoment } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { Badge } from '../../ui/chips.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'

export type EventState = 'before' | 'on' | 'over'

/** Whether an event is to come, runs or is over. */
export const eventState = ({ startDate, endDate }: EventView, nowMs: number): EventState =>
  nowMs < Date.parse(startDate) ? 'before' : nowMs < Date.parse(endDate) ? 'on' : 'over'

/** When an event is, and whether it runs now by the server's clock. */
export function EventTimes({ event, nowMs }: { event: EventView; nowMs: number }) {
  const { t, language } = useWords()
  const state = eventState(event, useServerNow(nowMs, 30_000))
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <Badge tone={state === 'on' ? 'strong' : 'plain'}>{t(`event.${state}`)}</Badge>
      <span className="tabular">
        {t('event.until', {
          from: formatMoment(event.startDate, language),
          until: formatMoment(event.endDate, language),
        })}
      </span>
    </p>
  )
}

/** An event in a list. */
export function EventCard({ event, nowMs, isFirst }: { event: EventView; nowMs: number; isFirst: boolean }) {
  const { pick } = useWords()
  return (
    <article className="group relative grid content-start gap-3">
      {event.picture && (
        <Picture
          picture={event.picture}
          alt=""
          sizes="(width >= 900px) 580px, 100vw"
          isFirst={isFirst}
          className="rounded-card"
        />
      )}
      <h3 className="text-18">
        <Link to={links.event(event.id)} className="stretched group-hover:underline">
          {pick(event.title)}
        </Link>
      </h3>
      <EventTimes event={event} nowMs={nowMs} />
    </article>
  )
}
