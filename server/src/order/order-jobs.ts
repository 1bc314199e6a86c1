import { settleReports } from './settle-reports.ts'

/** What the worker does for orders, and how often. */
export const orderJobs = [{ name: 'transaction-reports', everySeconds: 2, run: settleReports }] as const
