import type { FastifyInstance } from 'fastify'

export type Check = (value: unknown) => boolean
export const isFlag: Check = (value) => typeof value === 'boolean'
export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
export const isText: Check = (value) => typeof value === 'string'
/** Passes an array whose members have exactly these fields. */
export const isListOf =
  (fields: Record<string, Check>): Check =>
  (value) =>
    Array.isArray(value) &&
    value.every((entry: unknown) => typeof entry === 'object' && entry !== null && faultIn(entry, fields) === undefined)
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)

function faultIn(value: object, checks: Record<string, Check>): string | undefined {
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(checks, key))
  if (unknown !== undefined) return `no switch ${unknown}; there are ${Object.keys(checks).join(', ')}`
  const wrong = Object.entries(value).find(([key, entry]) => !checks[key]?.(entry))
  return wrong && `switch ${wrong[0]} does not take ${JSON.stringify(wrong[1])}`
}

/** Faults that a test or a person sets: a plain object read by the code it steers. */
export type Switches<T extends object> = { readonly now: T; put(patch: unknown): string | undefined; reset(): void }

/**
 * Switches start from `initial`; `put` answers a sentence when the patch is refused and then
 * changes nothing.
 */
export function makeSwitches<T extends object>(initial: T, checks: { [K in keyof T]: Check }): Switches<T> {
  const now = structuredClone(initial)
  return {
    now,
    put(patch) {
      if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return 'send a JSON object of switches'
      const fault = faultIn(patch, checks)
      if (fault === undefined) Object.assign(now, structuredClone(patch))
      return fault
    },
    reset: () => void Object.assign(now, structuredClone(initial)),
  }
}

/** GET reads the switches at `path`, PUT changes some of them, DELETE sets all back. */
export function switchRoutes<T extends object>(app: FastifyInstance, path: string, switches: Switches<T>): void {
  app.get(path, () => switches.now)
  app.put(path, (request, reply) => {
    const fault = switches.put(request.body)
    return fault === undefined ? switches.now : reply.code(400).send({ error: fault })
  })
  app.delete(path, () => {
    switches.reset()
    return switches.now
  })
}

/**
 * Takes one use of the first entry for `call` and answers it, or undefined when there is none left.
 */
export function takeOne<T extends { call: string; count: number }>(list: T[], call: string): T | undefined {
  const entry = list.find((candidate) => candidate.call === call && candidate.count > 0)
  if (entry) entry.count -= 1
  return entry
}
