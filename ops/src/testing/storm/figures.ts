import type { StormPlan } from './run-storm.ts'

export type StormFigures = {
  plan: StormPlan
  /** Purchases begun; a returning buyer begins another. */
  tries: number
  sold: number
  /** Members without a pack at the end. */
  withoutPack: number
  /** Tries that were refused, by code. */
  refusals: Record<string, number>
  declined: number
  lost: number
  /** Requests that were refused for load or got no response, and were sent again. */
  loads: number
  seconds: number
  /** Times of the reserving request in milliseconds, as its sender measured them. */
  p50: number
  p99: number
  violations: string[]
}

/** One line of figures. */
export function storyOf(figures: StormFigures): string {
  const { plan, sold, refusals, declined, lost, loads, seconds, p50, p99, violations, tries, withoutPack } = figures
  const refused = Object.entries(refusals).map(([code, count]) => `${count} ${code}`)
  return [
    `seed ${plan.seed}: ${plan.buyers} buyers, ${plan.packs} packs: ${sold} sold`,
    `${withoutPack} without one`,
    `${tries} tries (${[...refused, `${declined} declined`, `${lost} lost in 3-D Secure`].join(', ')})`,
    `${loads} refused for load and sent again`,
    `${seconds.toFixed(1)} s`,
    `reserving p50 ${p50} ms, p99 ${p99} ms`,
    `${violations.length} violations`,
  ].join(' · ')
}
