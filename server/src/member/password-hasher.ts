import { randomBytes } from 'node:crypto'
import { AppError } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { hash, verify } from '@node-rs/argon2'
import type { Metrics } from '../metrics.ts'

/** argon2id as OWASP asks for it: 19 MiB, two passes, one lane. Change them here; each member is rehashed when signing in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

export type PasswordHasher = {
  /** The PHC string of a password. Fails with TOO_MANY_REQUESTS when too many wait already. */
  hash: (password: string) => Promise<string>
  /** Whether the password is right. Without a stored hash it works as long and says no. */
  verify: (stored: string | undefined, password: string) => Promise<boolean>
  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated: (stored: string) => boolean
}

/** Hashes passwords, a few at a time: hashing runs on the thread pool that files and names also need. */
export function buildPasswordHasher(metrics: Pick<Metrics, 'hashesInFlight' | 'hashesPeak'>): PasswordHasher {
  const inTurn = limitConcurrency(limits.hashesAtOnce, limits.hashesWaiting, metrics)
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  // of no password at all: it only costs the same time
  const decoy = `${prefix}${base64(16)}$${base64(32)}`
  return {
    hash: (password) => inTurn(() => hash(spelled(password), parameters)),
    verify: (stored, password) => inTurn(() => verify(stored ?? decoy, spelled(password))),
    isOutdated: (stored) => !stored.startsWith(prefix),
  }
}

/** One spelling of what keyboards write in several ways. */
const spelled = (password: string): string => password.normalize('NFC')

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

function limitConcurrency(
  most: number,
  mostWaiting: number,
  { hashesInFlight, hashesPeak }: Pick<Metrics, 'hashesInFlight' | 'hashesPeak'>,
): InTurn {
  let running = 0
  let peak = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new AppError('TOO_MANY_REQUESTS')
      await new Promise<void>((resolve) => waiting.push(resolve)) // the turn is handed over, so `running` stays
    } else {
      running += 1
    }
    peak = Math.max(peak, running)
    hashesInFlight.set(running)
    hashesPeak.set(peak)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
      hashesInFlight.set(running)
    }
  }
}
