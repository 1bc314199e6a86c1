import type { PathSpec } from '../path-spec.ts'

/** Calls about points, cards, receipts and notices of the gateways. Paths as the specification spells them. */
export const moneyPaths = {
  creditCheck: { method: 'GET', path: '/api/credit-check', auth: 'member' },
  deleteCard: { method: 'POST', path: '/api/delete-card', body: 'json', auth: 'member', idempotent: true },
  showReceipt: { method: 'GET', path: '/api/orders/:orderId/receipt', auth: 'member' },
  showStatement: { method: 'GET', path: '/api/sales/:listingId/statement', auth: 'member' },
  cardNotice: { method: 'POST', path: '/api/notices/card', body: 'form', auth: 'none' },
  paidyNotice: { method: 'POST', path: '/api/notices/paidy', body: 'json', auth: 'none' },
  pointSummary: { method: 'GET', path: '/api/users/self/point-summary', auth: 'member' },
  pointDetails: { method: 'GET', path: '/api/users/self/point-details', auth: 'member' },
} as const satisfies Record<string, PathSpec>
