import { badRequest } from './errors.ts'

/**
 * What goes wrong on purpose. Counts fall by one with each use; the rest stays until switched off.
 */
export type Faults = {
  /** Every call of the Access API returns 503. */
  down: boolean
  /** Every call of the Access API loses its connection without a response. */
  dropConnections: boolean
  /** Milliseconds added before every response. */
  latencyMs: number
  /** Milliseconds between accepting a transaction and sealing it. */
  slowSealMs: number
  /** Transactions are accepted, and wait unsealed until this is switched off. */
  holdSeals: boolean
  /** Reads answer as if this many of the newest blocks did not exist yet. */
  staleBlocks: number
  /** The next submissions are refused with 500 and nothing is kept. */
  rejectSubmit: number
  /** The next submissions are accepted and run, and the response is 502. */
  acceptThen5xx: number
  /** The next submissions are accepted and dropped without a trace. */
  loseNext: number
  /** The next submissions are accepted and end as expired. */
  expireNext: number
  /** The next transactions fail with this code of the network instead of running. */
  failNext: { code: number; count: number }
}

type Counter = 'rejectSubmit' | 'acceptThen5xx' | 'loseNext' | 'expireNext'

export const noFaults = (): Faults => ({
  down: false,
  dropConnections: false,
  latencyMs: 0,
  slowSealMs: 0,
  holdSeals: false,
  staleBlocks: 0,
  rejectSubmit: 0,
  acceptThen5xx: 0,
  loseNext: 0,
  expireNext: 0,
  failNext: { code: 0, count: 0 },
})

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function readFailNext(value: unknown): Faults['failNext'] {
  const { code, count } = (value ?? { code: 0, count: 0 }) as { code?: unknown; count?: unknown }
  if (!isCount(code) || !isCount(count ?? 1)) throw badRequest('failNext takes {code, count}')
  return { code, count: (count ?? 1) as number }
}

/**
 * The switches a request names, over no faults at all; throws 400 for a name or a value that is not
 * known.
 */
export function readFaults(body: unknown): Faults {
  const faults = noFaults()
  if (typeof body !== 'object' || body === null) throw badRequest('faults are a JSON object')
  for (const [name, value] of Object.entries(body)) {
    if (!(name in faults)) throw badRequest(`there is no fault called ${name}`)
    if (name === 'failNext') faults.failNext = readFailNext(value)
    else if (name === 'down' || name === 'dropConnections' || name === 'holdSeals') faults[name] = value === true
    else if (isCount(value)) faults[name as Counter] = value
    else throw badRequest(`${name} takes a whole number, zero or more`)
  }
  return faults
}

/** True when the fault applies now; uses up one of its count. */
export function takeFault(faults: Faults, name: Counter): boolean {
  if (faults[name] === 0) return false
  faults[name] -= 1
  return true
}

const failureTexts: Record<number, string> = {
  1007: 'invalid proposal key: the sequence number is not the current one',
  1101: 'cadence runtime error: Execution failed: error: panic: played by the sandbox',
  1103: 'the account uses more storage than its capacity allows. Capacity can be increased by adding FLOW tokens to the account',
  1110: 'computation limit exceeded',
  1118: 'the payer has insufficient balance to attempt transaction execution',
}

/** The failure to play for the next transaction, if any is asked for. */
export function takeFailure(faults: Faults): { code: number; text: string } | undefined {
  const { code, count } = faults.failNext
  if (count === 0) return undefined
  faults.failNext = { code, count: count - 1 }
  return { code, text: failureTexts[code] ?? 'played by the sandbox' }
}
