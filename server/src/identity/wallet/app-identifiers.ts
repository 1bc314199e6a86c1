import type { Env } from '../../env.ts'
import { ownOrigins } from '../../platform/http/own-hosts.ts'

/**
 * The names under which a wallet may have signed for us: our origins. The product's name can be claimed by any site, so it counts
 * only outside a live site, and only for linking by a signed-in member.
 */
export const appIdentifiers = (env: Pick<Env, 'PUBLIC_URL' | 'LIVE' | 'SITE_NAME'>): string[] => [
  ...ownOrigins(env),
  ...(env.LIVE ? [] : [env.SITE_NAME]),
]
