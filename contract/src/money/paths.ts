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
  // proceeds of sellers
  searchBanks: { method: 'GET', path: '/api/bank', auth: 'none' },
  salesSummary: { method: 'GET', path: '/api/users/self/sales-summary', auth: 'member' },
  salesDetails: { method: 'GET', path: '/api/users/self/sales-details', auth: 'member' },
  // spelled as the specification has it
  useProceeds: {
    method: 'POST',
    path: '/api/users/self/proseeds/transfer-to',
    body: 'json',
    auth: 'member',
    idempotent: true,
  },
  listProceeds: { method: 'GET', path: '/api/users/self/proceeds/sales', auth: 'member' },
  listProceedsUsed: { method: 'GET', path: '/api/users/self/proceeds/points', auth: 'member' },
  showPayoutAccount: { method: 'GET', path: '/api/users/self/proceeds/account', auth: 'member' },
  setPayoutAccount: { method: 'POST', path: '/api/users/self/proceeds/account', body: 'json', auth: 'member' },
  requestPayout: {
    method: 'POST',
    path: '/api/users/self/proceeds/request-transfer',
    body: 'json',
    auth: 'member',
    idempotent: true,
  },
  listPayouts: { method: 'GET', path: '/api/users/self/payouts', auth: 'member' },
  showPayoutStatement: { method: 'GET', path: '/api/users/self/payouts/:payoutId/statement', auth: 'member' },
  showSalesReport: { method: 'GET', path: '/api/users/self/sales-reports/:year', auth: 'member' },
  showSalesTable: { method: 'GET', path: '/api/users/self/sales-reports/:year/csv', auth: 'member' },
  cancelPayout: { method: 'DELETE', path: '/api/users/self/payouts/:payoutId', auth: 'member' },
} as const satisfies Record<string, PathSpec>
