import { writeLetters } from './letters.ts'
import { endLost } from './release.ts'
import { settleReports } from './reports.ts'

/** What the worker does for orders, and how often. */
export const orderJobs = [
  { name: 'transaction-reports', everySeconds: 2, run: settleReports },
  { name: 'order-letters', everySeconds: 5, run: writeLetters },
  { name: 'lost-listings', everySeconds: 2, run: endLost },
] as const
