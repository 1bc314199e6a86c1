import { AppError, ensure } from '@kura/contract/errors'
import type { TransferObstacle } from '@kura/contract/market/transfer'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { ensureFullMember } from '../../identity/member/ensure-full-member.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { getUsedToken } from '../token/begin-use.ts'
import { obstaclesOfToken, obstaclesOfWay, type SendDeps } from './find-obstacles.ts'
import { findRecipient } from './queries.ts'
import { findCard } from './view-queries.ts'

/**
 * Everything that stands in the way of sending a token, so that no wallet opens in vain: the member, the token, the address, and what the
 * chain says of it. Fails with NOT_FOUND for a token that is none.
 */
export async function prepareTransfer(
  deps: SendDeps,
  viewer: Viewer,
  { tokenId, address: to }: { tokenId: string; address?: string | undefined },
): Promise<RawJson> {
  await limitRate(deps, 'transferPerMember', viewer.memberId)
  const token = await getUsedToken(deps, tokenId)
  const card = await findCard(deps.sql, tokenId)
  ensure(card, 'NOT_FOUND')
  const obstacles = [...(await obstaclesOfMember(deps, viewer)), ...obstaclesOfToken(token, viewer)]
  // whoever has no wallet still learns whether the address is right
  const from = viewer.flowAddress || deps.chain.contractAddress
  const way = to === undefined ? undefined : await obstaclesOfWay(deps, { token, from, to })
  for (const obstacle of way?.obstacles ?? []) if (!obstacles.includes(obstacle)) obstacles.push(obstacle)
  const recipient = way?.address === undefined ? undefined : await findRecipient(deps.sql, way.address)
  const rest = {
    address: way?.address ?? '',
    recipient: recipient ?? null,
    storage: way?.storage ?? null,
    obstacles,
  }
  return { rawJson: `{"token":${card},${JSON.stringify(rest).slice(1)}` }
}

/** The gate as an obstacle. */
async function obstaclesOfMember(deps: SendDeps, viewer: Viewer): Promise<TransferObstacle[]> {
  try {
    await ensureFullMember(deps, viewer)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fault = error.details?.[0]?.fault
    if (error.code === 'WALLET_REQUIRED') return [fault === 'no_collection' ? 'no-own-collection' : 'wallet-required']
    if (error.code === 'FORBIDDEN' && fault === 'terms_outdated') return ['terms-outdated']
    throw error
  }
}
