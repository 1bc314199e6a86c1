import type { OpeningView } from '@kura/contract/order'
import type { Deps } from '../deps.ts'
import { findOpeningOfOrder } from './view-queries.ts'

/** The opening of an order as its member sees it; undefined while the pack is closed. */
export const findOpening = (deps: Pick<Deps, 'sql'>, orderId: string): Promise<OpeningView | undefined> =>
  findOpeningOfOrder(deps.sql, orderId)
