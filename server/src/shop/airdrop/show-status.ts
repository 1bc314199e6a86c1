import { ensure } from '@kura/contract/errors'
import type { AirdropStatus } from '@kura/contract/shop/issue'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as airdrops from './queries.ts'
import type { AirdropRow } from './queries.ts'

type Status = AirdropStatus['status']

/**
 * Whether this member can claim an airdrop, and the progress of a claim's packs. Fails with
 * AirdropPackNotFound.
 */
export async function showStatus(
  { sql }: Pick<Deps, 'sql'>,
  viewer: Viewer,
  { params }: { params: { airdropId: string } },
): Promise<AirdropStatus> {
  const found = await airdrops.findAirdrop(sql, params.airdropId, viewer.memberId)
  ensure(found, 'AirdropPackNotFound')
  const progress = await airdrops.findProgress(sql, causesOf(found, viewer.memberId))
  return { airdropId: found.id, status: statusOf(found), packs: found.packsEach, ...progress }
}

/** The first reason why a member cannot claim, or `claimable`. */
export function statusOf(found: AirdropRow): Status {
  if (found.isClaimed) return 'claimed'
  if (found.isClosed) return 'closed'
  if (found.isAfter) return 'after'
  if (!found.isReserved) return 'not-reserved'
  if (found.isBefore) return 'before'
  return found.isLeft ? 'claimable' : 'out-of-stock'
}

/** The cause of each order of a claim. */
export const causesOf = ({ id, packsEach }: Pick<AirdropRow, 'id' | 'packsEach'>, memberId: string): string[] =>
  Array.from({ length: packsEach }, (_, n) => `airdrop:${id}:${memberId}:${n + 1}`)
