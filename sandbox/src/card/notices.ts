import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openJournal } from '../shared/journal.ts'
import type { Switches } from '../shared/switches.ts'
import type { CardFaults } from './card-switches.ts'
import { refusalFields } from './refusals.ts'
import type { Trade } from './trade-book.ts'

type Notice = { id: string; fields: Record<string, string> }
type Line = Notice | { done: string }

export type Notices = {
  /** Queues a notice; it is repeated until the shop answers `0`. */
  push(trade: Trade): void
  /** Notices not yet accepted. */
  waiting(): number
  close(): Promise<void>
}

const firstWaitMs = 500
const longestWaitMs = 30_000
const mostTries = 50

/** Sends a form to the shop after each change of a trade. Notices are kept on disk until accepted, so a kill loses none. */
export async function openNotices(
  path: string,
  switches: Switches<CardFaults>,
  log: (line: string) => void,
): Promise<Notices> {
  const journal = await openJournal<Line>(path, openOnly)
  const stopped = new AbortController()
  const pending = new Map<string, Notice>()
  const held: Notice[] = []
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopped.signal })

  const deliver = async (notice: Notice) => {
    for (let attempt = 0, wait = firstWaitMs; attempt < mostTries; attempt++) {
      if (switches.now.delayNotificationsMs > 0) await pause(switches.now.delayNotificationsMs)
      if (await send(switches.now.notifyUrl, notice, stopped.signal)) break
      await pause(wait)
      wait = Math.min(wait * 2, longestWaitMs)
    }
    for (let extra = 0; extra < switches.now.duplicateNotifications; extra++)
      await send(switches.now.notifyUrl, notice, stopped.signal)
    pending.delete(notice.id)
    await journal.append({ done: notice.id })
  }
  const start = (notice: Notice) =>
    void deliver(notice).catch((error: unknown) => {
      if (!stopped.signal.aborted) log(`notice of order ${notice.fields.OrderID}: ${String(error)}`)
    })
  const queue = async (notice: Notice) => {
    await journal.append(notice)
    if (!switches.now.reorder) return start(notice)
    held.push(notice)
    if (held.length > 1) return
    await pause(1000)
    for (const late of held.splice(0).reverse()) start(late)
  }
  for (const line of journal.records) {
    if ('done' in line) continue
    pending.set(line.id, line)
    start(line)
  }
  return {
    push(trade) {
      if (switches.now.notifyUrl === '') return
      const notice = { id: randomUUID(), fields: noticeFields(trade) }
      pending.set(notice.id, notice)
      void queue(notice).catch(() => {})
    },
    waiting: () => pending.size,
    async close() {
      stopped.abort()
      await journal.close()
    },
  }
}

function openOnly(lines: Line[]): Line[] {
  const done = new Set(lines.flatMap((line) => ('done' in line ? [line.done] : [])))
  return lines.filter((line) => !('done' in line) && !done.has(line.id))
}

async function send(url: string, notice: Notice, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(notice.fields),
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    })
    return answer.ok && (await answer.text()).trim() === '0'
  } catch {
    return false
  }
}

const hidden = '**********'

function noticeFields(trade: Trade): Record<string, string> {
  return {
    ShopID: trade.shopId,
    ShopPass: hidden,
    AccessID: trade.accessId,
    AccessPass: hidden,
    OrderID: trade.orderId,
    Status: trade.status,
    JobCd: trade.jobCd,
    Amount: String(trade.amount),
    Tax: String(trade.tax),
    Currency: 'JPN',
    Forward: trade.forward,
    Method: trade.method,
    PayTimes: trade.payTimes,
    TranID: trade.tranId,
    Approve: trade.approve,
    TranDate: trade.tranDate,
    ...(trade.errInfo ? refusalFields([trade.errInfo]) : { ErrCode: '', ErrInfo: '' }),
    PayType: '0',
  }
}
