import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Metrics } from '../../platform/metrics.ts'

/**
 * argon2id as OWASP asks for it: 19 MiB, two passes, one lane. Change them here; each member is
 * rehashed when signing in.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

export type PasswordHasher = {
  /** The PHC string of a password. Fails with TOO_MANY_REQUESTS when too many wait already. */
  hash: (password: string) => Promise<string>
  /**
   * Whether the password is right. Without a stored hash it does the same work and returns false.
   * In the usual queue (cheap tries) it fails with BOT_DENY when too many wait.
   */
  verify: (stored: string | undefined, password: string, line?: HashLine) => Promise<boolean>
  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated: (stored: string) => boolean
}

/**
 * Hashes passwords, a few at a time: hashing runs on the thread pool that files and names also
 * need.
 */
export function buildPasswordHasher(metrics: Pick<Metrics, 'hashesInFlight' | 'hashesPeak'>): PasswordHasher {
  let peak = 0
  const inTurn = hashLines({ most: limits.hashesAtOnce, mostWaiting: limits.hashesWaiting }, (running) => {
    peak = Math.max(peak, running)
    metrics.hashesInFlight.set(running)
    metrics.hashesPeak.set(peak)
  })
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  // of no password at all: it only costs the same time
  const decoy = `${prefix}${base64(16)}$${base64(32)}`
  return {
    hash: (password) => inTurn('visible', () => hash(spelled(password), parameters)),
    verify: (stored, password, line = 'visible') => inTurn(line, () => verify(stored ?? decoy, spelled(password))),
    isOutdated: (stored) => !stored.startsWith(prefix),
  }
}

/** One spelling of what keyboards write in several ways. */
const spelled = (password: string): string => password.normalize('NFC')

export type HashLine = 'usual' | 'visible'
type Limits = { most: number; mostWaiting: number }

/**
 * Runs at most `most` hashes of this process at once. Callers who passed the visible bot check have
 * a queue of their own, and the two queues alternate: a cheap flood of tries never blocks people. A
 * full usual queue fails with BOT_DENY, which asks for that check; a full visible queue fails with
 * TOO_MANY_REQUESTS. `onChange` gets the number that run.
 */
export function hashLines({ most, mostWaiting }: Limits, onChange: (running: number) => void) {
  let running = 0
  let last: HashLine = 'visible'
  const waiting: Record<HashLine, (() => void)[]> = { usual: [], visible: [] }
  const takeNext = (): (() => void) | undefined => {
    const other = last === 'usual' ? 'visible' : 'usual'
    const line = waiting[other].length > 0 ? other : last
    last = line
    return waiting[line].shift()
  }
  return async <T>(line: HashLine, work: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (waiting[line].length >= mostWaiting) throw new AppError(line === 'usual' ? 'BOT_DENY' : 'TOO_MANY_REQUESTS')
      await new Promise<void>((resolve) => waiting[line].push(resolve)) // the turn is handed over: `running` stays as it is
    } else {
      running += 1
      onChange(running)
    }
    try {
      return await work()
    } finally {
      const next = takeNext()
      if (next) next()
      else {
        running -= 1
        onChange(running)
      }
    }
  }
}
