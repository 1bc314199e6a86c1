import { settleCleared } from './trade-proceeds.ts'
import { sealSeen } from './settle-trade.ts'

/** What the worker does for trades beside delivering them, and how often. */
export const tradeJobs = [
  { name: 'seal-seen-trades', everySeconds: 1, run: sealSeen },
  { name: 'settle-cleared-trades', everySeconds: 30, run: settleCleared },
] as const
