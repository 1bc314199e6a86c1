import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ItemId } from '../ids.ts'
import { paths } from '../paths.ts'

/** Why a member may not do something with an item. */
export const controlReasons = [
  'signed-out',
  'wallet-required',
  'terms-outdated',
  'not-owned',
  /** Every token of it that the member has is offered: cancelled first, it can be listed, given or moved. */
  'listed-already',
  /** The same, given by mail and not claimed yet. */
  'offered-as-gift',
  /** Nothing is offered, or only to somebody else, which is shown to nobody. */
  'not-listed',
  /** All that is offered is the member's own. */
  'own-listing',
  /** All that is offered is not for sale yet (`buyableFrom`), or is being paid for by somebody. */
  'not-yet',
  /** The member asked for another wallet because this one is lost: nothing is bought into it. */
  'wallet-changing',
  'sales-paused',
  /** The member sells by trade, and the operator has no full notice of who they are. */
  'seller-notice-missing',
] as const
const Control = z.object({ isAllowed: z.boolean(), reason: z.enum(controlReasons).nullable() })
export const showItemControl = endpoint(paths.showItemControl, {
  summary: 'Whether the visitor may list, buy, gift and transfer tokens of an item, and if not, why.',
  params: z.object({ itemId: ItemId }),
  output: z.object({ list: Control, buy: Control, gift: Control, transfer: Control }),
  errors: ['NOT_FOUND'],
})
