import type { Env } from '../../env.ts'

/** An address of this site for a mail. The host comes from the settings, never from a request. */
export function siteLink(env: Pick<Env, 'PUBLIC_URL'>, path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, env.PUBLIC_URL)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
