import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { withFaultPlan } from './fault-plan.ts'
import type { TestWorld } from './test-world.ts'
import { until } from './until.ts'

/** A server process on the database of a world. It does not outlive the test. */
export function startProcess(
  t: TestContext,
  world: Pick<TestWorld, 'deps'>,
  more: Record<string, string>,
): ChildProcess {
  const settings = Object.entries(world.deps.env).map(([name, value]) => [name, String(value)])
  const child = spawn(process.execPath, [...withFaultPlan, join(import.meta.dirname, '..', 'main.ts')], {
    env: { ...process.env, ...Object.fromEntries(settings), ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** How a process ended; one that stays alive fails the test. */
export async function endOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  await until('the process has ended', async () => hasEnded(child))
  return child.signalCode
}
