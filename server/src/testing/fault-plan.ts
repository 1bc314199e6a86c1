import { setTimeout as sleep } from 'node:timers/promises'
import { observeSteps } from '../platform/step.ts'

type Fault = { act: 'kill' | 'throw' | 'sleep'; ms: number }

/**
 * Reads a plan such as `kill:after payment.capture,sleep:before card.complete:500` and arms it:
 * each step that is named ends, fails or delays this process at that point. An empty plan disarms.
 */
export function armFaults(plan: string): void {
  const armed = new Map<string, Fault>()
  for (const part of plan.split(',').filter(Boolean)) {
    const [act, point, ms] = part.split(':')
    if (!point || (act !== 'kill' && act !== 'throw' && act !== 'sleep')) throw new Error(`not a fault: ${part}`)
    if (!/^(before|after) /.test(point)) throw new Error(`not a point before or after a step: ${point}`)
    armed.set(point, { act, ms: Number(ms ?? 1000) })
  }
  observeSteps(armed.size === 0 ? undefined : (point) => strike(armed.get(point), point))
}

async function strike(planned: Fault | undefined, point: string): Promise<void> {
  if (!planned) return
  if (planned.act === 'sleep') return sleep(planned.ms)
  if (planned.act === 'throw') throw new Error(`fault planned ${point}`)
  process.kill(process.pid, 'SIGKILL')
  // the signal takes effect a moment later; nothing may happen in between
  await new Promise(() => {})
}

/** The words that start a server process with the plan of its `KURA_FAULT`. */
export const withFaultPlan = ['--import', import.meta.url] as const

// a server process loads this file first where a test plans faults
armFaults(process.env['KURA_FAULT'] ?? '')
