import type { PathSpec } from '../path-spec.ts'

/** Calls about transactions. Paths as the specification spells them. */
export const chainPaths = {
  showTransaction: { method: 'GET', path: '/api/transactions/:type/:transactionId', auth: 'member' },
  reportTransaction: { method: 'PUT', path: '/api/transactions/:type/:transactionId', body: 'json', auth: 'member' },
} as const satisfies Record<string, PathSpec>
