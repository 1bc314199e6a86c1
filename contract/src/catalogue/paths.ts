import type { PathSpec } from '../path-spec.ts'

/** Calls about items, series, notices and the operator. Paths as the specification spells them. */
export const cataloguePaths = {
  listItems: { method: 'GET', path: '/api/items', auth: 'none' },
  countItems: { method: 'GET', path: '/api/item-counts', auth: 'none' },
  showItem: { method: 'GET', path: '/api/items/:itemId', auth: 'optional' },
  showSellingPack: { method: 'GET', path: '/api/items/:itemId/selling-pack', auth: 'none' },
  listSeries: { method: 'GET', path: '/api/v1/series-collector/series-summaries', auth: 'none' },
  listCategories: { method: 'GET', path: '/api/v1/display-categories', auth: 'none' },
  currentTimestamp: { method: 'GET', path: '/api/currentTimestamp', auth: 'none' },
  listBanners: { method: 'GET', path: '/images/top-carousel-banners/top-carousel-banners.json', auth: 'none' },
  listAnnouncements: { method: 'GET', path: '/images/announcement/announcement.json', auth: 'none' },
  listExternalProducts: { method: 'GET', path: '/api/v1/external_products', auth: 'none' },
  listPickedProducts: { method: 'GET', path: '/api/v1/external_product/pickup', auth: 'none' },
  listEvents: { method: 'GET', path: '/api/events', auth: 'none' },
  showEvent: { method: 'GET', path: '/api/events/:eventId', auth: 'none' },
  listMaintenance: { method: 'GET', path: '/api/maintenance/schedule', auth: 'none' },
  sendEnquiry: { method: 'POST', path: '/api/enquiries', body: 'json', auth: 'optional', bot: 'enquiry' },
  showOperator: { method: 'GET', path: '/api/operator', auth: 'none' },
  showItemChart: { method: 'GET', path: '/api/items/:itemId/price-chart', auth: 'none' },
  showItemControl: { method: 'GET', path: '/api/items/:itemId/control', auth: 'optional' },
} as const satisfies Record<string, PathSpec>
