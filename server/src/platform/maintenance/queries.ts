import type { Words } from '@kura/contract/ids'
import type { MaintenanceMode } from '@kura/contract/maintenance'
import type { Db } from '../db/connect.ts'

export type Maintenance = {
  id: string
  mode: MaintenanceMode
  startsAt: Date
  endsAt: Date
  text: Words
  state: 'planned' | 'running' | 'over' | 'ended' | 'cancelled'
}
export type RunningMaintenance = { mode: MaintenanceMode; endsAt: Date; secondsLeft: number }

/** Maintenance that runs or is to come, as the contract lists it. */
export const listPlanned = (db: Db) => db<{ maintenances: string }[]>`
  select coalesce(json_agg(json_build_object(
           'id', id, 'mode', mode, 'startDate', starts_at, 'endDate', ends_at,
           'text', json_build_object('ja', text_ja, 'en', text_en)) order by starts_at, id), '[]')::text as maintenances
    from (select * from maintenances
           where ends_at > kura_now() and ended_at is null and cancelled_at is null order by starts_at, id limit 20) m`

/** The maintenance that runs now, if any. */
export const findRunning = (db: Db) => db<RunningMaintenance[]>`
  select mode, ends_at as "endsAt", ceil(extract(epoch from ends_at - kura_now()))::int as "secondsLeft" from maintenances
   where starts_at <= kura_now() and ends_at > kura_now() and ended_at is null and cancelled_at is null`

/** Every maintenance, latest first. */
export const listMaintenances = (db: Db) => db<Maintenance[]>`
  select id, mode, starts_at as "startsAt", ends_at as "endsAt", json_build_object('ja', text_ja, 'en', text_en) as text,
         case when cancelled_at is not null then 'cancelled' when ended_at is not null then 'ended'
              when starts_at > kura_now() then 'planned' when ends_at > kura_now() then 'running' else 'over' end as state
    from maintenances order by starts_at desc, id limit 100`

export type MaintenancePlan = { mode: MaintenanceMode; startsAt: Date | 'now'; endsAt: Date; text: Words }

/** Plans one. Returns nothing when it overlaps another, is over, or ends before it begins. */
export const insertMaintenance = (db: Db, id: string, { mode, startsAt, endsAt, text }: MaintenancePlan) => db<
  { id: string; startsAt: Date }[]
>`
  insert into maintenances (id, mode, starts_at, ends_at, text_ja, text_en)
  select ${id}, ${mode}, start, ${endsAt}, ${text.ja}, ${text.en}
    from coalesce(${startsAt === 'now' ? null : startsAt}::timestamptz, kura_now()) start
   where greatest(start, kura_now()) < ${endsAt}::timestamptz
      on conflict on constraint maintenances_one_at_a_time do nothing
  returning id, starts_at as "startsAt"`

/** Ends one that runs. */
export const endMaintenance = (db: Db, id: string) => db<{ id: string }[]>`
  update maintenances set ended_at = kura_now()
   where id = ${id} and starts_at <= kura_now() and ends_at > kura_now() and ended_at is null and cancelled_at is null
  returning id`

/** Cancels one that has not begun. */
export const cancelMaintenance = (db: Db, id: string) => db<{ id: string }[]>`
  update maintenances set cancelled_at = kura_now()
   where id = ${id} and starts_at > kura_now() and cancelled_at is null
  returning id`
