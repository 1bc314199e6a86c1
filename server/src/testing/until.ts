import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for something another process or the worker does; fails after three minutes, which a busy
 * machine may need.
 */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 180_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`never came: ${what}`)
    await sleep(50)
  }
}
