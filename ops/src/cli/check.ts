import { loadFunction } from '../supervisor/optional-module.ts'
import { runningServerEnv } from './server-env.ts'

type Finding = { invariant: string; message: string }
type CheckInvariants = (env: Record<string, string>) => Promise<Finding[]>

/** Compares ledger, orders, tokens and chain of the running Kura; every contradiction is named and makes the exit code 1. */
export async function check(words: string[]): Promise<void> {
  const checkInvariants = await loadFunction<CheckInvariants>('server/src/check/check.ts', 'checkInvariants')
  const findings = await checkInvariants(runningServerEnv())
  if (words.includes('--json')) console.log(JSON.stringify(findings, null, 2))
  else if (findings.length === 0) console.log('No contradiction found.')
  else for (const { invariant, message } of findings) console.log(`${invariant}  ${message}`)
  if (findings.length > 0) process.exitCode = 1
}
