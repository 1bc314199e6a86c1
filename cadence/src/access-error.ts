export type AccessErrorCode = 'NODE_UNREACHABLE' | 'NODE_BUSY' | 'NODE_REFUSED' | 'NODE_NONSENSE'

/** Codes where a later retry can help: the node was down, overloaded or cut off. */
const passing = new Set<AccessErrorCode>(['NODE_UNREACHABLE', 'NODE_BUSY', 'NODE_NONSENSE'])

/**
 * A call to the access node that got no usable response. The outcome of a sent transaction is then
 * unknown.
 */
export class AccessError extends Error {
  readonly code: AccessErrorCode
  readonly status: number | undefined
  readonly isPassing: boolean
  constructor(code: AccessErrorCode, message: string, status?: number) {
    super(message)
    this.name = 'AccessError'
    this.code = code
    this.status = status
    this.isPassing = passing.has(code)
  }
}

/**
 * The part of a chain error that fits a log line and a response: its number, if any, and its most
 * useful line.
 */
export function shortChainError(message: string): { code: number | undefined; line: string } {
  const number = /\[Error Code: (\d+)\]/.exec(message)?.[1]
  const reason = /(?:panic|assertion failed|pre-condition failed|post-condition failed): ?(.+)/.exec(message)?.[1]
  const line = reason ?? message.split('\n').find((text) => text.trim() !== '') ?? ''
  return { code: number === undefined ? undefined : Number(number), line: line.trim().slice(0, 300) }
}
