import { outboxChecks, type OutboxFaults } from '../shared/outbox.ts'
import { isCount, isFlag, isListOf, isText, makeSwitches, type Switches } from '../shared/switches.ts'

export type CardFaults = OutboxFaults & {
  /** Every call returns 503. */
  down: boolean
  /** The response comes this late; the call was processed before. */
  slowMs: number
  /** Processed, then the connection is cut. */
  loseResponses: { call: string; count: number }[]
  /** Processed, then returns HTTP 500. */
  http500After: { call: string; count: number }[]
  /** Refused with this code and not processed. */
  failNext: { call: string; errInfo: string; count: number }[]
  /** Returns success without doing it: the shop's and the gateway's states then differ. */
  forgetNext: { call: string; count: number }[]
  /** What the challenge page does by itself: `ask` shows the buttons. */
  challenge: string
  /** How late the page's late button comes back. */
  lateMs: number
  /** Moves the gateway's calendar, for VOID, RETURN and RETURNX. */
  clockOffsetDays: number
}

const counted = { call: isText, count: isCount }
const challenges: unknown[] = ['ask', 'approved', 'failed', 'cancelled']

/** The faults of the card gateway, all off. */
export const makeCardSwitches = (notifyUrl: string): Switches<CardFaults> =>
  makeSwitches<CardFaults>(
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
      challenge: 'ask',
      lateMs: 10_000,
      clockOffsetDays: 0,
    },
    {
      down: isFlag,
      slowMs: isCount,
      loseResponses: isListOf(counted),
      http500After: isListOf(counted),
      failNext: isListOf({ ...counted, errInfo: isText }),
      forgetNext: isListOf(counted),
      ...outboxChecks,
      challenge: (value) => challenges.includes(value),
      lateMs: isCount,
      clockOffsetDays: (value) => Number.isSafeInteger(value),
    },
  )
