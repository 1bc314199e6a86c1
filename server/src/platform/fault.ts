import { setTimeout as sleep } from 'node:timers/promises'

type Fault = { act: 'kill' | 'throw' | 'sleep'; ms: number }
const armed = new Map<string, Fault>()

/** Reads a plan such as `kill:order.captured,sleep:card.complete:500`. An empty plan takes every fault off. */
export function armFaults(plan: string): void {
  armed.clear()
  for (const part of plan.split(',').filter(Boolean)) {
    const [act, point, ms] = part.split(':')
    if (!point || (act !== 'kill' && act !== 'throw' && act !== 'sleep')) throw new Error(`not a fault: ${part}`)
    armed.set(point, { act, ms: Number(ms ?? 1000) })
  }
}

/** A named point at which a test can end, break or delay this process; does nothing unless a plan names it. */
export async function fault(point: string): Promise<void> {
  const planned = armed.get(point)
  if (!planned) return
  if (planned.act === 'sleep') return sleep(planned.ms)
  if (planned.act === 'throw') throw new Error(`fault planned at ${point}`)
  process.kill(process.pid, 'SIGKILL')
  // the signal takes effect a moment later; nothing may happen in between
  await new Promise(() => {})
}
