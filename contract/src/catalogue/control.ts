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
  /** The member has listed every token of it: cancel a listing to list, give or move one. */
  'listed-already',
  /** Every token of it waits as a gift by mail that nobody has claimed yet. */
  'offered-as-gift',
  /** Nothing is listed, or only for another member, which nobody else sees. */
  'not-listed',
  /** Every listing is the member's own. */
  'own-listing',
  /** Every listing is not for sale yet (`buyableFrom`), or somebody is paying for it. */
  'not-yet',
  /** The member has requested a wallet recovery: nothing can be bought into the lost wallet. */
  'wallet-changing',
  'sales-paused',
  /** The member is a professional seller whose legal notice is incomplete. */
  'seller-notice-missing',
] as const
const Control = z.object({ isAllowed: z.boolean(), reason: z.enum(controlReasons).nullable() })
export const showItemControl = endpoint(paths.showItemControl, {
  summary: 'Whether the visitor may list, buy, gift and transfer tokens of an item, and if not, why.',
  params: z.object({ itemId: ItemId }),
  output: z.object({ list: Control, buy: Control, gift: Control, transfer: Control }),
  errors: ['NOT_FOUND'],
})
