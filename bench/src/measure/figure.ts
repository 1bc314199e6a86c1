import { spreadOf } from './spread.ts'
import type { Spread } from './spread.ts'

/** A goal for the ratio to the reference, or for the value itself without a reference. */
export type Goal = { atLeast: number } | { atMost: number }

/** One line of the report. */
export type Figure = {
  name: string
  unit: string
  value: Spread
  reference?: { name: string; value: Spread }
  /** Of the two runs of each round, so that a slow minute of the machine hits both. */
  ratio?: Spread
  goal?: Goal
  isMet?: boolean
}

/** The values of the rounds: ours, and those of the reference measured right before or after. */
export type Rounds = { own: number[]; reference: number[] }

/** Runs ours and the reference alternately; the reference goes first in every second round. */
export async function alternate(
  rounds: number,
  own: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Rounds> {
  const result: Rounds = { own: [], reference: [] }
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) result.own.push(await own())
    result.reference.push(await reference())
    if (round % 2 === 1) result.own.push(await own())
  }
  return result
}

const isWithin = (goal: Goal, value: number) => ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost)

/** A figure with a reference. */
export function comparedFigure(
  line: { name: string; unit: string; reference: string; goal?: Goal },
  rounds: Rounds,
): Figure {
  const ratio = spreadOf(rounds.own.map((value, round) => value / rounds.reference[round]!))
  return {
    name: line.name,
    unit: line.unit,
    value: spreadOf(rounds.own),
    reference: { name: line.reference, value: spreadOf(rounds.reference) },
    ratio,
    ...(line.goal ? { goal: line.goal, isMet: isWithin(line.goal, ratio.median) } : {}),
  }
}

/** A figure without a reference. */
export function plainFigure(line: { name: string; unit: string; goal?: Goal }, values: readonly number[]): Figure {
  const value = spreadOf(values)
  return {
    name: line.name,
    unit: line.unit,
    value,
    ...(line.goal ? { goal: line.goal, isMet: isWithin(line.goal, value.median) } : {}),
  }
}
