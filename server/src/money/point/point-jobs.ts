import { expireLots } from './expire-lots.ts'

/** What the worker does for points, and how often. */
export const pointJobs = [{ name: 'expire-points', everySeconds: 20, run: expireLots }] as const
