import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openJournal } from './journal.ts'
import { isCount, isFlag, isText, type Check } from './switches.ts'

export type OutboxFaults = {
  /** How often each notice is sent on top of once. */
  duplicateNotifications: number
  delayNotificationsMs: number
  /** Notices of one second are sent newest first. */
  reorder: boolean
  /** Where notices go; empty = nowhere. */
  notifyUrl: string
}
/** What a switch of the outbox takes. */
export const outboxChecks: { [K in keyof OutboxFaults]: Check } = {
  duplicateNotifications: isCount,
  delayNotificationsMs: isCount,
  reorder: isFlag,
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
/** One attempt to tell the shop: true once the shop accepted; throws when nobody answers. */
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
  const deliver = async (letter: Letter<T>) => {
    for (let tries = 0, wait = firstWaitMs; tries < mostTries; tries++) {
      if (faults.delayNotificationsMs > 0) await pause(faults.delayNotificationsMs)
      if (await attempt(letter)) break
      await pause(wait)
      wait = Math.min(wait * 2, longestWaitMs)
    }
    for (let extra = 0; extra < faults.duplicateNotifications; extra++) await attempt(letter)
    pending.delete(letter.id)
    await journal.append({ done: letter.id })
  }
  const start = (letter: Letter<T>) =>
    void deliver(letter).catch((error: unknown) => {
      if (!stopped.signal.aborted) log(`notice ${letter.id}: ${String(error)}`)
    })
  const queue = async (letter: Letter<T>) => {
    await journal.append(letter)
    if (!faults.reorder) return start(letter)
    held.push(letter)
    if (held.length > 1) return
    await pause(1000)
    for (const late of held.splice(0).reverse()) start(late)
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

/** Lets a few senders through at once, and all of them only now and then while the shop does not answer at all. */
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
