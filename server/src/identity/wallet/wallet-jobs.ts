import { applyDueChanges } from './apply-due-changes.ts'

/** What the worker does for wallets, and how often. */
export const walletJobs = [{ name: 'wallet-changes', everySeconds: 30, run: applyDueChanges }] as const
