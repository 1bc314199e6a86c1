/** A moment on the clock of Japan as fourteen digits, the way the gateway writes it. */
export const jstStamp = (at: Date) =>
  new Date(at.getTime() + 9 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)

export type GatewayClock = () => Date
