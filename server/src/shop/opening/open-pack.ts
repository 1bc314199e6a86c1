import type { OpeningView } from '@kura/contract/shop/opening'
import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/db/id.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as openings from './queries.ts'
import { canReceive } from './settle-opening.ts'
import type { OpeningDeps } from './settle-opening.ts'
import { startSoon } from './start-soon.ts'
import { getOpeningView } from './view-queries.ts'

/**
 * Opens a member's pack, once: its cards are minted into the member's vault, and the answer does not wait for the seal. Fails
 * with NOT_FOUND for a pack that is not the member's, WALLET_REQUIRED without a vault, WALLET_CHANGING while it is being
 * recovered, ORDER_STATE before it is paid, and PACK_ALREADY_OPENED.
 */
export async function openPack(
  deps: OpeningDeps & Pick<Deps, 'background'>,
  viewer: Viewer,
  { body }: { body: { unopenedPackId: string } },
): Promise<OpeningView> {
  ensure(viewer.flowAddress !== '', 'WALLET_REQUIRED')
  const pack = await openings.findOwnPack(deps.sql, body.unopenedPackId, viewer.memberId)
  ensure(pack, 'NOT_FOUND')
  ensure(pack.state === 'delivered', 'ORDER_STATE')
  ensure(pack.openingId === null, 'PACK_ALREADY_OPENED')
  ensure(!(await openings.isWalletChanging(deps.sql, viewer.memberId)), 'WALLET_CHANGING')
  ensure(await canReceive(deps, viewer.flowAddress), 'WALLET_REQUIRED')
  const openingId = await openings.insert(deps.sql, newId(), pack.orderId, 'any')
  if (openingId === undefined) throw new AppError('PACK_ALREADY_OPENED')
  startSoon(deps, openingId)
  return getOpeningView(deps.sql, openingId)
}
