import { ensure } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import { moveClaims } from '../../market/gift/move-claims.ts'
import { withdrawGifts } from '../../market/gift/take-back.ts'
import { withdrawListings, withdrawMeantFor } from '../../market/listing/end-listing.ts'
import { recordAct } from '../member/record-act.ts'
import { moveOpenings } from '../../shop/opening/move-openings.ts'
import { endSessionsOf } from '../session/end-sessions-of.ts'
import { moveTrades } from '../../market/trade/move-trades.ts'
import type { ChangeRow } from './change-queries.ts'
import { replaceAddress } from './queries.ts'

type Move = Pick<ChangeRow, 'id' | 'memberId' | 'kind' | 'oldAddress' | 'newAddress'>

/**
 * Links the new address in place of the old one, in a transaction that holds the lock on the member. What hangs on the address
 * follows: openings whose mint, and bought tokens and claimed gifts whose delivery, is not on its way go to the new vault; offers of tokens in the
 * old one, and what others offer to this member alone, are taken back, and what was paid of the latter and is not on its way goes back to the
 * member; answers how many of the own. Sessions end, since the old wallet may have started them; `keepFamilyId` is the device that proved both. The database
 * refuses an address of another member.
 */
export async function moveLink(
  db: Db,
  move: Move,
  { actor, keepFamilyId }: { actor: string; keepFamilyId?: string },
): Promise<{ listings: number; gifts: number }> {
  const { id, memberId, kind, oldAddress, newAddress } = move
  ensure(await replaceAddress(db, memberId, oldAddress, newAddress), 'WALLET_CHANGING')
  const openings = await moveOpenings(db, memberId, newAddress)
  const trades = await moveTrades(db, memberId)
  const claims = await moveClaims(db, memberId)
  await endSessionsOf(db, memberId, keepFamilyId)
  // whoever had the old wallet may have listed
  const listings = await withdrawListings(db, memberId, 'wallet')
  const offersFor = await withdrawMeantFor(db, memberId, newAddress)
  const gifts = await withdrawGifts(db, memberId)
  const details = {
    changeId: id,
    kind,
    oldAddress,
    newAddress,
    openings,
    ...(trades > 0 && { trades }),
    ...(claims > 0 && { claims }),
    ...(listings > 0 && { listings }),
    ...(offersFor > 0 && { offersFor }),
    ...(gifts > 0 && { gifts }),
  }
  await recordAct(db, { actor, act: 'wallet.changed', subject: memberId, details })
  return { listings, gifts }
}
