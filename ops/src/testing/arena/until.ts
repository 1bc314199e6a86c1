import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for other processes; fails after `seconds` and names what it waited for. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, seconds = 60): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`never came in ${seconds} s: ${what}`)
    await sleep(50)
  }
}
