import { limits } from '@kura/contract/limits'
import type { Logger } from 'pino'

/**
 * Removes query, fragment, user name and password from every address in a log line: they carry
 * tokens. Every line of the log passes through here, so callers need not strip anything.
 */
export function stripAddresses(line: string): string {
  // a run ends at a blank or with its JSON string; escaped quotes and backslashes are part of it
  return line.replaceAll(/(?:[^\s"\\]|\\[^bfnrt])+/g, (run) => {
    const slash = run.indexOf('/')
    if (slash === -1) return run
    const end = run.slice(slash).search(/[?#]/)
    const address = end === -1 ? run : run.slice(0, slash + end)
    return address.replace(/:\/\/[^/@]*@/, '://')
  })
}

/** Hides every e-mail address in a log line, such as one that a mail server repeats in its error. */
export const hideMailAddresses = (line: string): string =>
  // a part before the @ has at most 64 characters; the look behind keeps long words cheap
  line.replaceAll(
    /(?<![\w.!#$%&'*+^`~-])[\w.!#$%&'*+^`~-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]*/gi,
    '[e-mail]',
  )

export type TallyLog = {
  /** Counts one event; events with the same facts share a line. */
  add: (facts: Record<string, string>) => void
  /** Writes what was counted, now; for the end of the process. */
  flush: () => void
}

/**
 * Warns of what may happen thousands of times a second: the first event starts an interval, at its
 * end each distinct set of facts is one line with a count. The rest is counted in one more line.
 */
export function tallyLog(
  log: Pick<Logger, 'warn'>,
  message: string,
  {
    everyMs = limits.talliedLogSeconds * 1000,
    linesMost = limits.talliedLogLines,
  }: { everyMs?: number; linesMost?: number } = {},
): TallyLog {
  const counts = new Map<string, { facts: Record<string, string>; count: number }>()
  let others = 0
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const { facts, count } of counts.values()) log.warn({ ...facts, count }, message)
    if (others > 0) log.warn({ others: true, count: others }, message)
    counts.clear()
    others = 0
  }
  return {
    add: (facts) => {
      timer ??= setTimeout(flush, everyMs).unref()
      const key = JSON.stringify(facts)
      const known = counts.get(key)
      if (known) known.count += 1
      else if (counts.size < linesMost) counts.set(key, { facts, count: 1 })
      else others += 1
    },
    flush,
  }
}
