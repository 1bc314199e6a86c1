/** Requests that are sent again and again, one after the other over each connection. */
export type CannonPlan = {
  url: string
  connections: number
  seconds: number
  method: 'GET' | 'POST'
  /** `#` stands for a number that no other request of this bench has. */
  paths: string[]
  /** Headers of every request. */
  headers: Record<string, string>
  /** One of them with each request, in turn; `#` as in the paths. */
  sessions?: string[]
  body?: string
  /** Where the numbers begin. */
  firstNumber: number
}
/** `sent` counts what was answered with success; `perSecond` is that over the time it took; `lateMs` is 99 of 100. */
export type CannonResult = { perSecond: number; sent: number; seconds: number; medianMs: number; lateMs: number }

/** Requests sent one after the other, to see how long one takes. */
export type LatencyPlan = {
  url: string
  paths: string[]
  seconds: number
  method?: 'GET' | 'POST'
  /** One of them with each request, in turn. */
  sessions?: string[]
  /** JSON; `#` as in `CannonPlan`. */
  body?: string
  firstNumber: number
}
export type LatencyResult = { medianMs: number; requests: number }

/** Purchases from the card form to the money, `connections` members at once. */
export type CheckoutPlan = {
  url: string
  cardTokenUrl: string
  /** Where the numbers begin. */
  firstNumber: number
  connections: number
  seconds: number
  sessions: string[]
  packIds: string[]
}
export type CheckoutResult = { perSecond: number; orders: number; medianMs: number }

/** So many numbers belong to one load: more than it will ever send. */
export const numbersPerLoad = 10_000_000

/** The member, and the path, that a load begins with: each load begins with others, so that no member is asked too often. */
export const firstTurnOf = (firstNumber: number): number => (firstNumber / numbersPerLoad) * 389

/** Members come from many places: an address of its own for each number, for servers that trust this machine as their proxy. */
export const placeOf = (number: number): Record<string, string> => ({
  'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
})
