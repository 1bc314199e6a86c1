import { outboxChecks, type OutboxFaults } from '../shared/outbox.ts'
import { isCount, isFlag, isListOf, isText, makeSwitches, type Switches } from '../shared/switches.ts'

/** The calls a planned fault may name. */
export const paidyCalls = ['get', 'update', 'capture', 'refund', 'close'] as const
export type PaidyCall = (typeof paidyCalls)[number]

export type PaidyFaults = OutboxFaults & {
  /** Script, checkout and API are answered 503. */
  down: boolean
  slowMs: number
  /** Processed, then the connection is cut. */
  loseResponses: { call: string; count: number }[]
  /** Processed, then answered with HTTP 500. */
  http500After: { call: string; count: number }[]
  /** Refused with this HTTP status and not processed. */
  failNext: { call: string; status: number; count: number }[]
  /**
   * Answered as if it were done, and not done: what the shop believes and what Paidy holds come
   * apart.
   */
  forgetNext: { call: string; count: number }[]
  /** Moves the provider's calendar, for authorisations that end. */
  clockOffsetDays: number
}

const counted = { call: isText, count: isCount }

/** The faults of Paidy, all off. */
export const makePaidySwitches = (notifyUrl: string): Switches<PaidyFaults> =>
  makeSwitches<PaidyFaults>(
    {
      down: false,
      slowMs: 0,
      loseResponses: [],
      http500After: [],
      failNext: [],
      forgetNext: [],
      duplicateNotifications: 0,
      delayNotificationsMs: 0,
      reorder: false,
      reorderWithinMs: 1000,
      notifyUrl,
      clockOffsetDays: 0,
    },
    {
      down: isFlag,
      slowMs: isCount,
      loseResponses: isListOf(counted),
      http500After: isListOf(counted),
      failNext: isListOf({
        ...counted,
        status: (value) => Number.isSafeInteger(value) && Number(value) >= 400 && Number(value) <= 599,
      }),
      forgetNext: isListOf(counted),
      ...outboxChecks,
      clockOffsetDays: (value) => Number.isSafeInteger(value),
    },
  )
