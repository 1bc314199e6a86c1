import type { Transaction } from './encoding.ts'

/** One event of a transaction; `payload` is JSON-CDC text. */
export type ChainEvent = { type: string; payload: string }

/** How a transaction ended. An empty `error` is success. */
export type Outcome = { error: string; computation: number; events: ChainEvent[] }

/** One sealed block: at most one transaction. `timestamp` in milliseconds. */
export type Block = {
  height: number
  id: string
  parentId: string
  timestamp: number
  entry?: { collectionId: string; transactionId: string; transaction: Transaction; outcome: Outcome }
}
