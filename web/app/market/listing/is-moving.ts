import type { ApiOutput } from '@kura/contract/api'

type Position = Pick<ApiOutput<'showSellToken'>, 'listing' | 'underWay'>

/** So often a piece is looked at with which something is under way that ends by itself. */
export const movingMs = 3000

/** Whether something is under way with a piece that ends without its holder: it is paid for, taken back, given or moved. */
export const isMoving = (position: Position | undefined): boolean =>
  position !== undefined &&
  (position.underWay !== null || position.listing?.state === 'held' || position.listing?.state === 'ending')
