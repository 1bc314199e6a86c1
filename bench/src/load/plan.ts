/** Requests that are sent repeatedly, sequentially over each connection. */
export type CannonPlan = {
  url: string
  connections: number
  seconds: number
  method: 'GET' | 'POST'
  /** `#` is replaced with a number unique in this bench. */
  paths: string[]
  /** Headers of every request. */
  headers: Record<string, string>
  /** Each request uses the next one; `#` as in the paths. */
  sessions?: string[]
  body?: string
  /** The first number. */
  firstNumber: number
}
/**
 * `sent` counts the successful responses; `perSecond` divides it by the time taken; `lateMs` is the
 * 99th percentile.
 */
export type CannonResult = { perSecond: number; sent: number; seconds: number; medianMs: number; lateMs: number }

/** Sequential requests, to measure the latency of one. */
export type LatencyPlan = {
  url: string
  paths: string[]
  seconds: number
  method?: 'GET' | 'POST'
  /** Each request uses the next one. */
  sessions?: string[]
  /** JSON; `#` as in `CannonPlan`. */
  body?: string
  firstNumber: number
}
/** `lateMs` is the 99th percentile. */
export type LatencyResult = { medianMs: number; lateMs: number; requests: number }

/** Purchases from the card form to the booking, by `connections` members at once. */
export type CheckoutPlan = {
  url: string
  cardTokenUrl: string
  /** The first number. */
  firstNumber: number
  connections: number
  seconds: number
  sessions: string[]
  packIds: string[]
}
export type CheckoutResult = { perSecond: number; orders: number; medianMs: number }

/** How many numbers belong to one load: more than it will ever send. */
export const numbersPerLoad = 10_000_000

/**
 * The member and path that a load starts with: each load starts with others, so that no member
 * reaches a limit.
 */
export const firstTurnOf = (firstNumber: number): number => (firstNumber / numbersPerLoad) * 389

/**
 * Members come from many sources: each number has its own address, for servers that trust this
 * machine as their proxy.
 */
export const placeOf = (number: number): Record<string, string> => ({
  'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
})
