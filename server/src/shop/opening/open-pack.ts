import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, ensure } from '@kura/contract/errors'
import type { OpeningView } from '@kura/contract/shop/opening'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as openings from './queries.ts'
import { listOfOrders } from './queries.ts'
import { canReceive, settleOpening } from './settle-opening.ts'
import type { OpeningDeps } from './settle-opening.ts'
import { getOpeningView } from './view-queries.ts'

/**
 * Opens a member's pack, once: its cards are minted into the member's vault, and the response does
 * not wait for the seal. Fails with NOT_FOUND for a pack that is not the member's, WALLET_REQUIRED
 * without a vault, WALLET_CHANGING while it is being recovered, ORDER_STATE before it is paid, and
 * PACK_ALREADY_OPENED.
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

/** Opens the pack of a just paid order whose contents are known: there is nothing to reveal. */
export const openAtCapture = (db: Db, orderId: string): Promise<string | undefined> =>
  openings.insert(db, newId(), orderId, 'known')

/** How many mints start right after the response; the worker starts the rest of larger grants. */
const most = 3

/** Starts the mints of packs that opened by themselves as they were given. */
export async function openSoon(deps: OpeningDeps & Pick<Deps, 'background'>, orderIds: string[]): Promise<void> {
  const ids = await listOfOrders(deps.sql, orderIds.slice(0, most))
  for (const id of ids) startSoon(deps, id)
}

const polls = 8

/**
 * Starts the mint of an opening right after the response and polls it for some seconds; the worker
 * can continue from any point.
 */
export const startSoon = (deps: OpeningDeps & Pick<Deps, 'background'>, openingId: string): void =>
  deps.background.run('opening', async () => {
    for (let poll = 0; poll < polls; poll += 1) {
      await settleOpening(deps, openingId)
      const opening = await openings.find(deps.sql, openingId)
      // only a mint on its way is worth polling
      if (opening?.state !== 'minting') return
      await sleep(poll < 2 ? 150 : 600)
    }
  })
