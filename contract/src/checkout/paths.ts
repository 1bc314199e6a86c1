import type { PathSpec } from '../path-spec.ts'

/** Calls about orders. Paths as the specification spells them. */
export const checkoutPaths = {
  listOrders: { method: 'GET', path: '/api/orders', auth: 'member' },
  cancelOrder: { method: 'DELETE', path: '/api/orders/:orderId', auth: 'member' },
  showTrade: { method: 'GET', path: '/api/trade/:tradeId', auth: 'member' },
} as const satisfies Record<string, PathSpec>
