import type { Env } from '../../env.ts'

const twins = ['localhost', '127.0.0.1']

/**
 * The host names this site is opened under: the public one, and outside a live site its loopback
 * twins.
 */
export const ownHosts = (env: Pick<Env, 'PUBLIC_URL' | 'LIVE'>): string[] => [
  ...new Set([new URL(env.PUBLIC_URL).hostname, ...(env.LIVE ? [] : twins)]),
]

/** The origins of the same: scheme and port as in the public address. */
export function ownOrigins(env: Pick<Env, 'PUBLIC_URL' | 'LIVE'>): string[] {
  return ownHosts(env).map((host) => {
    const url = new URL(env.PUBLIC_URL)
    url.hostname = host
    return url.origin
  })
}
