import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { orderIdOf } from '../../money/payment/gateway.ts'
import { markCompared } from '../../money/payment/notice-queries.ts'
import type { Absent, Found, Unknown } from '../../platform/gateways/payment-gateway.ts'
import { compareTrade, heldYen } from './compare-trade.ts'
import type { Difference, Gateway } from './difference.ts'
import { notePage } from './note-page.ts'
import { endOf, findOrders, listBooked, listKeys } from './payment-queries.ts'
import type { KeyedPayment } from './payment-queries.ts'
import type { Run } from './run-queries.ts'

export type PaymentDeps = Pick<Deps, 'sql' | 'log' | 'metrics' | 'card' | 'paidy'>
type Answer = (Found & { authorisedAt?: Date }) | Absent | Unknown

/** The gateway is away: the comparison stops and continues later. */
export class SilentError extends Error {
  readonly code = 'OTHER_SIDE_SILENT'
  constructor(message: string) {
    super(message)
    this.name = 'SilentError'
  }
}

const keysAtOnce = 1000
/** Few calls at a time: the gateway limits their rate, and buyers come first. */
const callsAtOnce = 4
/**
 * After so many tries on the same page it is the payments that cannot be read, not the gateway that
 * is away.
 */
const stopsMost = 3

/**
 * Asks the gateway about every payment of the window, those that its notices named and those with
 * an open item, and compares each with the ledger. Calls `say` with how many were compared. Fails
 * with SilentError when the gateway says nothing.
 */
export async function reconcilePayments(
  deps: PaymentDeps,
  run: Run & { source: Gateway },
  say: (compared: number, fresh: Difference[]) => void,
): Promise<void> {
  let { cursor, stops } = run
  for (;;) {
    const keys = await listKeys(deps.sql, run.source, run, cursor, keysAtOnce)
    if (keys.length === 0) return
    for (let first = 0; first < keys.length; first += callsAtOnce) {
      const page = keys.slice(first, first + callsAtOnce)
      say(page.length, await comparePage(deps, run, page, stops >= stopsMost))
      stops = 0
    }
    cursor = keys.at(-1) ?? cursor
  }
}

async function comparePage(
  deps: PaymentDeps,
  run: Run & { source: Gateway },
  keys: string[],
  isSilenceNamed: boolean,
): Promise<Difference[]> {
  const { source } = run
  const before = byKey(await listBooked(deps.sql, source, keys))
  const answers = await Promise.all(keys.map((key) => ask(deps, source, key, before.get(key))))
  if (answers.every(({ kind }) => kind === 'unknown') && !isSilenceNamed)
    throw new SilentError(`the gateway does not answer about ${keys.join(', ')}`)
  // read once more: what moved while the gateway was asked is compared the next time
  const booked = byKey(await listBooked(deps.sql, source, keys))
  const known = await knownOrders(deps, keys, answers)

  const page = { cursor: keys.at(-1) ?? '', compared: 0, settled: [] as string[], found: [] as Difference[] }
  const sums = { oursYen: 0, theirsYen: 0 }
  const named: string[] = []
  for (const [place, key] of keys.entries()) {
    const answer = answers[place]!
    const payment = booked.get(key)
    if (payment?.isUnderWay || payment?.state !== before.get(key)?.state) continue
    if (answer.kind === 'unknown') {
      page.found.push(unanswered(key, payment, answer))
      continue
    }
    const isOld = isLeft(answer, run.until)
    // an agreement may still be used: what named it is kept until it is used or old
    if (isOld || answer.kind === 'absent' || answer.trade.status !== 'authorised') named.push(key)
    page.compared += 1
    page.settled.push(key)
    sums.oursYen += payment?.bookedYen ?? 0
    sums.theirsYen += heldYen(answer)
    const difference = compareTrade(payment, answer, { key, orderId: known.get(key) ?? null, isOld })
    if (difference) page.found.push(difference)
  }
  return notePage(deps, run, {
    ...page,
    ...sums,
    also: (db) => markCompared(db, source, { until: endOf(db, run), refs: named }),
  })
}

const byKey = (rows: KeyedPayment[]) => new Map(rows.map((row) => [row.key, row]))

const ask = (deps: PaymentDeps, source: Gateway, key: string, payment?: KeyedPayment): Promise<Answer> => {
  if (source === 'card') return deps.card.search({ gatewayOrderId: key })
  return key.startsWith('pay_') ? deps.paidy.read(key) : deps.paidy.search(payment ?? nowhere)
}
const nowhere = { gatewayRef: null } as KeyedPayment

/** Whether an authorisation has lain there for longer than one that is used does. */
const isLeft = (answer: Answer, now: Date): boolean =>
  answer.kind === 'found' &&
  answer.authorisedAt !== undefined &&
  now.getTime() - answer.authorisedAt.getTime() > limits.paidyOpenMinutes * 60_000

const unanswered = (key: string, payment: KeyedPayment | undefined, { cause }: Unknown): Difference => ({
  kind: 'unanswered',
  subject: key,
  what: `the gateway does not report the state of the payment: ${cause}`,
  orderId: payment?.orderId ?? null,
  paymentRef: payment?.accessId ?? payment?.gatewayRef ?? null,
  tokenId: null,
  amountYen: payment?.amountYen ?? null,
  direction: 'ours',
})

/** The order of a payment, by its id at the gateway or the reference that the shop sent. */
async function knownOrders(deps: PaymentDeps, keys: string[], answers: Answer[]): Promise<Map<string, string>> {
  const meant = keys.map((key, place) => {
    const answer = answers[place]!
    const reference = answer.kind === 'found' ? answer.trade.orderRef : ''
    return [key, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference) ? reference : orderIdOf(key)] as const
  })
  const ids = meant.flatMap(([, id]) => (id === undefined ? [] : [id]))
  const real = ids.length > 0 ? await findOrders(deps.sql, ids) : new Set<string>()
  return new Map(meant.flatMap(([key, id]) => (id !== undefined && real.has(id) ? [[key, id] as const] : [])))
}
