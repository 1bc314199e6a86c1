import { limits } from '@kura/contract/limits'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { definePort } from '../../platform/event.ts'
import { advanceFanOut, insertFanOut, lockFanOut } from './fan-out-queries.ts'
import type { Audience } from './fan-out-queries.ts'
import { eventTexts, isEvent } from './notification-texts.ts'
import type { Facts, NotificationEvent } from './notification-texts.ts'
import { insertCause, insertNotifications } from './queries.ts'

type Fact = {
  event: NotificationEvent
  /**
   * What it is about: events of one subject within half an hour are one message. An id of its own
   * keeps it alone.
   */
  subject: string
  /** Names the fact: reported again it changes nothing. */
  cause: string
  /** Names and amounts for the words; never the name of another member. */
  facts: Facts
}

/** Tells a member of a fact, in the transaction that made it. */
export const notify = (db: Db, memberId: string, fact: Fact): Promise<void> =>
  insertNotifications(db, { ...fact, memberIds: [memberId], kind: eventTexts[fact.event].kind })

/**
 * Tells a member of something that happened to the account. Each time is a message of its own.
 */
export const notifyAccount = (db: Db, memberId: string, event: NotificationEvent, facts: Facts = {}): Promise<void> => {
  const id = newId()
  return notify(db, memberId, { event, subject: id, cause: id, facts })
}

/** Leaves a member out of a cause that is announced: it is the own doing. */
export const markAsKnown = async (db: Db, memberId: string, cause: string): Promise<void> =>
  void (await insertCause(db, memberId, cause))

/** A page of the members of an audience, after a key of the page before. */
type ListAudience = (
  db: Db,
  page: { id: string; facts: Facts; after: string | null; limit: number },
) => Promise<Audience>
export type AudienceName =
  | 'everybody'
  /** Who asked to be reminded of the pack `id`. */
  | 'pack-reminders'
  | 'pack-favorites'
  | 'item-favorites'
  /** Who wants to hear of a listing of the item `id` at `facts.priceYen`. */
  | 'price-watchers'
  | 'series-followers'

/**
 * Who is meant by an audience; the module that owns the rows says it. Without one, what is announced
 * to it reaches nobody.
 */
export const audiences = definePort<Partial<Record<AudienceName, ListAudience>>>('NotificationAudiences')

/**
 * Tells many members of a fact: one row in the transaction that made it, whatever the audience. A
 * worker makes notifications of it, in batches.
 */
export const announce = async (db: Db, fact: Fact & { audience: AudienceName; audienceId: string }): Promise<void> =>
  void (await insertFanOut(db, { ...fact, id: newId() }))

/**
 * Works through the open fan-outs. The notifications of a batch and how far it went are one
 * transaction: a worker that is killed loses its batch, and the next one does it again. Returns how
 * many members were reached.
 */
export async function runFanOuts({ sql }: Pick<Deps, 'sql'>, rest: number = limits.fanOutRest): Promise<number> {
  let reached = 0
  for (;;) {
    const begun = performance.now()
    const count = await transaction(sql, 'notification.fan-out', fanOutBatch)
    if (count === undefined) return reached
    reached += count
    await sleep(rest * (performance.now() - begun))
  }
}

/** Reaches the next members of the oldest fan-out. Undefined when none is open, or another worker has it. */
async function fanOutBatch(db: Db): Promise<number | undefined> {
  const row = await lockFanOut(db)
  if (!row) return undefined
  const { id, event, subject, cause, facts, audience, audienceId, afterKey } = row
  const list = audiences.call[audience as AudienceName]
  if (!isEvent(event) || !list) {
    // of a version that is gone
    await advanceFanOut(db, id, { last: null, reached: 0 })
    return 0
  }
  const page = await list(db, { id: audienceId, facts, after: afterKey, limit: limits.fanOutBatch })
  const memberIds = page.map(({ memberId }) => memberId)
  if (memberIds.length > 0)
    await insertNotifications(db, { memberIds, kind: eventTexts[event].kind, event, subject, cause, facts })
  const last = page.length < limits.fanOutBatch ? null : (page.at(-1)?.key ?? null)
  await advanceFanOut(db, id, { last, reached: page.length })
  return page.length
}
