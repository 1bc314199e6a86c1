import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openJournal } from './journal.ts'
import { isCount, isFlag, isText, type Check } from './switches.ts'

export type OutboxFaults = {
  /** How often each notice is sent on top of once. */
  duplicateNotifications: number
  delayNotificationsMs: number
  /** Notices of so many milliseconds, or until it is switched off, are sent newest first. */
  reorder: boolean
  reorderWithinMs: number
  /** Where notices go; empty = nowhere. */
  notifyUrl: string
}
/** What a switch of the outbox takes. */
export const outboxChecks: { [K in keyof OutboxFaults]: Check } = {
  duplicateNotifications: isCount,
  delayNotificationsMs: isCount,
  reorder: isFlag,
  reorderWithinMs: isCount,
  notifyUrl: isText,
}

type Letter<T> = { id: string; fields: T }
type Line<T> = Letter<T> | { done: string }

export type Outbox<T> = {
  /** Queues a notice; it is repeated until the shop accepts it. */
  push(fields: T): void
  /** Notices not yet accepted. */
  waiting(): number
  close(): Promise<void>
}
/** One attempt to notify the shop: true once the shop accepted; throws without a response. */
export type Send<T> = (url: string, fields: T, signal: AbortSignal) => Promise<boolean>

type Options<T> = {
  path: string
  faults: OutboxFaults
  send: Send<T>
  log: (line: string) => void
}

const firstWaitMs = 500
const longestWaitMs = 30_000
const mostTries = 50
const atOnce = 16
const longestQuietMs = 5000

/** Tells a shop of changes. Notices are kept on disk until accepted, so a kill loses none. */
export async function openOutbox<T>({ path, faults, send, log }: Options<T>): Promise<Outbox<T>> {
  const journal = await openJournal<Line<T>>(path, openOnly)
  const stopped = new AbortController()
  const pending = new Set<string>()
  const held: Letter<T>[] = []
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopped.signal })
  const gate = makeGate(pause)

  const attempt = async ({ fields }: Letter<T>) => {
    await gate.enter()
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(10_000)])
      const accepted = await send(faults.notifyUrl, fields, signal)
      gate.heard()
      return accepted
    } catch {
      gate.silent()
      return false
    } finally {
      gate.leave()
    }
  }
  const tell = async (letter: Letter<T>) => {
    if (faults.delayNotificationsMs > 0) await pause(faults.delayNotificationsMs)
    return attempt(letter)
  }
  const deliver = async (letter: Letter<T>, first = tell(letter)) => {
    let isAccepted = await first
    for (let tries = 1, wait = firstWaitMs; !isAccepted && tries < mostTries; tries++) {
      await pause(wait)
      wait = Math.min(wait * 2, longestWaitMs)
      isAccepted = await tell(letter)
    }
    for (let extra = 0; extra < faults.duplicateNotifications; extra++) await attempt(letter)
    pending.delete(letter.id)
    await journal.append({ done: letter.id })
  }
  const start = (letter: Letter<T>, first?: Promise<boolean>) =>
    void deliver(letter, first).catch((error: unknown) => {
      if (!stopped.signal.aborted) log(`notice ${letter.id}: ${String(error)}`)
    })
  const queue = async (letter: Letter<T>) => {
    const isHeld = faults.reorder
    const isFirst = isHeld && held.push(letter) === 1
    await journal.append(letter)
    if (!isHeld) return start(letter)
    if (!isFirst) return
    const until = Date.now() + faults.reorderWithinMs
    while (faults.reorder && Date.now() < until) await pause(20)
    const late = held.splice(0).reverse()
    // none is sent that a kill could lose
    await journal.settled()
    if (faults.delayNotificationsMs > 0) await pause(faults.delayNotificationsMs)
    for (const each of late) {
      const first = attempt(each)
      start(each, first)
      // two sent at once may arrive either way
      await first
    }
  }
  for (const line of journal.records) {
    if ('done' in line) continue
    pending.add(line.id)
    start(line)
  }
  return {
    push(fields) {
      if (faults.notifyUrl === '') return
      const letter = { id: randomUUID(), fields }
      pending.add(letter.id)
      void queue(letter).catch(() => {})
    },
    waiting: () => pending.size,
    async close() {
      stopped.abort()
      await journal.close()
    },
  }
}

/**
 * Lets a few senders through at once, and all of them only now and then while the shop does not
 * answer at all.
 */
function makeGate(pause: (ms: number) => Promise<void>) {
  const queue: (() => void)[] = []
  let inside = 0
  let silences = 0
  let quietUntil = 0
  return {
    async enter() {
      if (inside >= atOnce) await new Promise<void>((resolve) => queue.push(resolve))
      else inside += 1
      while (Date.now() < quietUntil) await pause(quietUntil - Date.now())
    },
    leave() {
      const next = queue.shift()
      if (next) next()
      else inside -= 1
    },
    heard() {
      silences = 0
      quietUntil = 0
    },
    silent() {
      if (Date.now() < quietUntil) return
      silences += 1
      quietUntil = Date.now() + Math.min(firstWaitMs * 2 ** (silences - 1), longestQuietMs)
    },
  }
}

function openOnly<T>(lines: Line<T>[]): Line<T>[] {
  const done = new Set(lines.flatMap((line) => ('done' in line ? [line.done] : [])))
  return lines.filter((line) => !('done' in line) && !done.has(line.id))
}
