import type { ApiOutput } from '@kura/contract/api'
import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { CallContext } from '../../platform/http/on.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import * as claims from './claim-queries.ts'

type Shown = ApiOutput<'showClaim'>

/** What a link of a gift is for; looking changes nothing. Fails with TOKEN_NOTFOUND. */
export async function showClaim(
  deps: Pick<Deps, 'sql'>,
  { viewer, ip }: Pick<CallContext, 'viewer' | 'ip'>,
  link: string,
): Promise<Shown> {
  await limitRate(deps, 'claimPerSource', sourceOf(ip))
  const found = await claims.findByLink(deps.sql, hashOfToken(link))
  ensure(found, 'TOKEN_NOTFOUND')
  const isMine = viewer !== undefined && found.claimerId === viewer.memberId
  return {
    ...(await claims.findShown(deps.sql, found.giftId)),
    state: stateOf(found, isMine),
    isOwn: viewer?.memberId === found.giverId,
    giftId: isMine ? found.giftId : null,
  }
}

function stateOf({ state, isInTime, claimerId }: claims.ClaimRow, isMine: boolean): Shown['state'] {
  if (state === 'open') return isInTime ? 'open' : 'over'
  if (state === 'ended' || state === 'ending') return 'over'
  if (isMine) return 'yours'
  return claimerId === null ? 'over' : 'taken'
}
