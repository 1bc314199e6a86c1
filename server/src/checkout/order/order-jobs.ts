import { writeLetters } from './letters.ts'
import { endLost } from './release.ts'
import { settleReports } from './reports.ts'

/** The worker's jobs for orders, with their intervals. */
export const orderJobs = [
  { name: 'transaction-reports', everySeconds: 2, run: settleReports },
  { name: 'order-letters', everySeconds: 5, run: writeLetters },
  { name: 'lost-listings', everySeconds: 2, run: endLost },
] as const
