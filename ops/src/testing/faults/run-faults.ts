import { openArena } from '../arena/arena.ts'
import type { Arena, Server } from '../arena/arena.ts'
import { audit, countUndeclared, settle } from '../arena/audit.ts'
import { randomOf } from '../arena/random.ts'
import { faults } from './faults.ts'
import type { Fault, Scene } from './scene.ts'
import { Problem } from '../../problem.ts'

export type FaultPlan = { isFull: boolean; seed: string; only: readonly string[] }
type Counts = { passed: number; failed: number }

/**
 * Plays faults one after the other on one Kura of several processes. After each, every sandbox
 * switch is off again, every order must become final and every invariant must hold. Prints a row
 * for each.
 */
export async function runFaults({ isFull, seed, only }: FaultPlan): Promise<Counts> {
  const unknown = only.find((name) => !faults.some((fault) => fault.name === name))
  if (unknown) throw new Problem(`There is no fault ${unknown}.`, `Use ${faults.map(({ name }) => name).join(', ')}.`)
  const chosen = faults.filter(({ name }) => only.length === 0 || only.includes(name))
  console.log(`seed ${seed}, ${isFull ? 'full' : 'small'} size`)
  const counts = { passed: 0, failed: 0 }
  await openScenes({ isFull }, async (arena) => {
    for (const fault of chosen) {
      const begun = performance.now()
      const { isPassed, lines } = await playOne(arena, fault, { isFull, seed })
      counts[isPassed ? 'passed' : 'failed'] += 1
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      console.log(`${fault.name.padEnd(4)} ${isPassed ? 'passed' : 'FAILED'} ${seconds.padStart(6)} s  ${fault.title}`)
      for (const line of lines) console.log(`       ${line}`)
    }
  })
  return counts
}

/**
 * Runs work on an arena of the size of the run, and closes the arena after it, also on a signal.
 * `flags` are for each server process.
 */
export async function openScenes<T>(
  { isFull, flags = [] }: { isFull: boolean; flags?: string[] },
  work: (arena: Arena) => Promise<T>,
): Promise<T> {
  const arena = await openArena({ webs: isFull ? 3 : 2, workers: 2, flags })
  const close = once(() => arena.close())
  const signals = ['SIGINT', 'SIGTERM'] as const
  const stop = () => void close().then(() => process.exit(130))
  for (const signal of signals) process.once(signal, stop)
  try {
    return await work(arena)
  } finally {
    for (const signal of signals) process.off(signal, stop)
    await close()
  }
}

/** Plays one fault, waits for quiet, then checks every invariant; returns the results as lines. */
export async function playOne(
  arena: Arena,
  fault: Fault,
  { isFull, seed }: Pick<FaultPlan, 'isFull' | 'seed'>,
): Promise<{ isPassed: boolean; lines: string[] }> {
  const own: Server[] = []
  let turn = 0
  const scene: Scene = {
    arena,
    seed: `${seed} ${fault.name}`,
    random: randomOf(`${seed} ${fault.name}`),
    isFull,
    size: (small, full) => (isFull ? full : small),
    anyWeb: () => arena.webs[(turn += 1) % arena.webs.length]?.url ?? '',
    start: async (wish) => {
      const server = await arena.start(wish)
      own.push(server)
      return server
    },
    say: () => {},
  }
  const known = await countUndeclared(arena)
  let gone: string[] = []
  try {
    const done = await fault.run(scene).finally(() => {
      gone = [...arena.webs, ...arena.workers]
        .filter((server) => !server.isAlive())
        .map((server) => `${server.name} is gone: ${server.said()}`)
      return calm(arena, own)
    })
    await settle(arena)
    const violations = await audit(arena, known)
    return {
      isPassed: violations.length === 0 && gone.length === 0,
      lines: [done, ...gone, ...violations.slice(0, 20)],
    }
  } catch (error) {
    await settle(arena).catch(() => {})
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { isPassed: false, lines: [...text.split('\n').slice(0, 12), ...gone] }
  }
}

/**
 * Switches off every sandbox switch, ends what the scene started, and restores the usual processes.
 */
async function calm(arena: Arena, own: readonly Server[]): Promise<void> {
  const { pages } = arena.outside
  const parts = ['faults', 'card', 'paidy/switches', 'mail', 'captcha']
  await Promise.all(parts.map((part) => fetch(`${pages}/sandbox/${part}`, { method: 'DELETE' })))
  await arena.playChain({})
  await Promise.all(own.map((server) => server.kill()))
  for (const [list, role] of [
    [arena.webs, 'web'],
    [arena.workers, 'worker'],
  ] as const) {
    const dead = list.filter((server) => !server.isAlive()).length
    list.splice(0, list.length, ...list.filter((server) => server.isAlive()))
    const missing = Math.max(dead, (role === 'worker' ? 2 : 1) - list.length)
    for (let number = 0; number < missing; number += 1) list.push(await arena.start({ role }))
  }
}

function once(end: () => Promise<void>): () => Promise<void> {
  let ending: Promise<void> | undefined
  return () => (ending ??= end())
}
