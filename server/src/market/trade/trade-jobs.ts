import { flagTrades } from './flag-trades.ts'
import { sealSeen } from './settle-trade.ts'
import { settleCleared } from './trade-proceeds.ts'

/** What the worker does for trades besides delivering them, and how often. */
export const tradeJobs = [
  { name: 'seal-seen-trades', everySeconds: 1, run: sealSeen },
  { name: 'flag-trades', everySeconds: 60, run: flagTrades },
  { name: 'settle-cleared-trades', everySeconds: 30, run: settleCleared },
] as const
