import { readFileSync } from 'node:fs'

/** A process that cannot be mistaken for a later one with the same number. */
export type ProcessIdentity = { pid: number; start: string }

/** When a process started, in the kernel's ticks; undefined when it is gone or a zombie. */
export function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses and may itself hold spaces: count from the
    // last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** The identity of a running process; undefined when there is none with this number. */
export function identify(pid: number): ProcessIdentity | undefined {
  const start = processStart(pid)
  return start === undefined ? undefined : { pid, start }
}

/** Whether exactly this process (not another with its number) still runs. */
export const isAlive = (identity: ProcessIdentity): boolean => processStart(identity.pid) === identity.start

/** Sends a signal to exactly this process; false when it is gone. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false
  try {
    return process.kill(identity.pid, name)
  } catch {
    return false
  }
}

/** Waits until the process is gone; false when it outlives `withinMs`. */
export async function waitUntilGone(identity: ProcessIdentity, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs
  while (isAlive(identity)) {
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}
