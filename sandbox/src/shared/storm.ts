import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { stormPage } from './storm-page.ts'
import { isCount, isText, makeSwitches, type Check, type Switches } from './switches.ts'

export type StormFaults = {
  /** Payments the provider refuses; decided once for each order. */
  declinePercent: number
  /** Buyers who never finish the check of the provider; nothing is approved. */
  lostChallengePercent: number
  /** Buyers whose approval stands, while their browser never comes back with it. */
  lostReturnPercent: number
  /** Calls that are processed, then the connection is cut. */
  lostResponsePercent: number
  /** Calls that are processed, then answered with HTTP 500. */
  http500Percent: number
  /** Calls that are not processed: HTTP 429. */
  http429Percent: number
  /** Calls that are answered late, and how late. */
  slowPercent: number
  slowMs: number
  /** Every call is answered 503 for so long, counted from when this was set. */
  downSeconds: number
}
/** Faults that may hit one call; each call of an order is drawn again on every repeat. */
export type CallFault = 'lostResponse' | 'http500' | 'http429' | 'slow'
/** Faults that hit an order as a whole: the same order meets the same fate each time. */
export type OrderFault = 'decline' | 'lostChallenge' | 'lostReturn'
export type Storm = {
  readonly now: StormFaults
  strikesCall(fault: CallFault, call: string, order: string): boolean
  strikesOrder(fault: OrderFault, order: string): boolean
  isDown(): boolean
}
export type Provider = 'card' | 'paidy'
export type Storms = Readonly<Record<Provider, Storm>>

const calm: StormFaults = {
  declinePercent: 0,
  lostChallengePercent: 0,
  lostReturnPercent: 0,
  lostResponsePercent: 0,
  http500Percent: 0,
  http429Percent: 0,
  slowPercent: 0,
  slowMs: 0,
  downSeconds: 0,
}
const isPercent: Check = (value) => typeof value === 'number' && value >= 0 && value <= 100
const checks = Object.fromEntries(
  Object.keys(calm).map((name) => [name, name.endsWith('Percent') ? isPercent : isCount]),
) as { [K in keyof StormFaults]: Check }

/** A number of 0 to below 100 that depends on nothing but what is given. */
export const draw = (...key: readonly (string | number)[]): number =>
  (createHash('sha256').update(JSON.stringify(key)).digest().readUInt32BE(0) / 2 ** 32) * 100

type Made = { storm: Storm; switches: Switches<StormFaults>; restart(part: unknown): void }

function makeStorm(provider: Provider, seed: () => string): Made {
  const switches = makeSwitches<StormFaults>(calm, checks)
  const draws = new Map<string, number>()
  let downUntil = 0
  const storm: Storm = {
    now: switches.now,
    strikesCall(fault, call, order) {
      const percent = switches.now[`${fault}Percent`]
      if (percent === 0) return false
      const place = `${fault} ${call} ${order}`
      const turn = draws.get(place) ?? 0
      draws.set(place, turn + 1)
      return draw(seed(), provider, fault, call, order, turn) < percent
    },
    strikesOrder: (fault, order) => draw(seed(), provider, fault, order) < switches.now[`${fault}Percent`],
    isDown: () => Date.now() < downUntil,
  }
  return {
    storm,
    switches,
    restart(part) {
      draws.clear()
      // A PUT that does not speak of it neither begins a downtime again nor ends one.
      if (typeof part === 'object' && part !== null && 'downSeconds' in part)
        downUntil = Date.now() + switches.now.downSeconds * 1000
    },
  }
}

/**
 * Adds GET, PUT and DELETE /sandbox/faults: `{seed, card: StormFaults, paidy: StormFaults}`, all
 * calm at first. What strikes is decided by the seed, the order number and how often the call was
 * made since the last PUT, so a run repeats.
 */
export function startStorms(app: FastifyInstance): Storms {
  let seed = 'kura'
  const made = { card: makeStorm('card', () => seed), paidy: makeStorm('paidy', () => seed) }
  const present = () => ({ seed, card: made.card.switches.now, paidy: made.paidy.switches.now })

  app.get('/storm', (_request, reply) => reply.type('text/html').send(stormPage))
  app.get('/sandbox/faults', present)
  app.put('/sandbox/faults', (request, reply) => {
    const wish = readWish(request.body)
    const fault = typeof wish === 'string' ? wish : putAll(made, wish)
    if (fault !== undefined || typeof wish === 'string') return reply.code(400).send({ error: fault })
    seed = wish.seed ?? seed
    made.card.restart(wish.card)
    made.paidy.restart(wish.paidy)
    return present()
  })
  app.delete('/sandbox/faults', () => {
    seed = 'kura'
    for (const { switches, restart } of Object.values(made)) {
      switches.reset()
      restart(switches.now)
    }
    return present()
  })
  return { card: made.card.storm, paidy: made.paidy.storm }
}

type Wish = { seed?: string; card?: unknown; paidy?: unknown }

function readWish(body: unknown): Wish | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'send {seed, card, paidy}'
  const wish = body as Wish
  const unknown = Object.keys(wish).find((key) => !['seed', 'card', 'paidy'].includes(key))
  if (unknown !== undefined) return `no part ${unknown}; there are seed, card, paidy`
  return wish.seed === undefined || isText(wish.seed) ? wish : 'seed is a text'
}

/** All parts or none: a refused part leaves the other as it was. */
function putAll(made: Record<Provider, Made>, wish: Wish): string | undefined {
  const before = structuredClone(made.card.switches.now)
  const fault = made.card.switches.put(wish.card ?? {}) ?? made.paidy.switches.put(wish.paidy ?? {})
  if (fault !== undefined) made.card.switches.put(before)
  return fault
}
