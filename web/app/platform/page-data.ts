import { data, createContext } from 'react-router'
import type { HeadersArgs, HeadersFunction, RouterContextProvider, ShouldRevalidateFunctionArgs } from 'react-router'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import type { SiteConfig } from '@kura/contract/site'
import type { Language, Theme } from './preferences.ts'

/** What a failed page knows of its failure. */
export type PageFailure = { errorCode: ErrorCode }

/** The anonymous API of the page loaders. */
export const pageApi = (context: Readonly<RouterContextProvider>): PageApi => context.get(pageSettings).api

/** The data of a call, or the error page with its status. */
export function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.data
  throw data({ errorCode: result.body.errorCode } satisfies PageFailure, { status: result.status })
}

/** The data of a call, or null for NOT_FOUND. Any other failure is the error page. */
export const orNothing = <T>(result: Result<T>): T | null =>
  !result.ok && result.body.errorCode === 'NOT_FOUND' ? null : orThrow(result)

/** The same for a call by an id in the address: a malformed id counts as not found. */
export function orNotFound<T>(result: Result<T>): T {
  if (result.ok || result.body.errorCode !== 'INVALID_REQUEST_FORMAT') return orThrow(result)
  throw data({ errorCode: 'NOT_FOUND' } satisfies PageFailure, { status: 404 })
}

/**
 * Page data with cache tags: the server caches the finished page and drops it when a row behind a
 * tag changes.
 */
export const tagged = <T>(value: T, tags: readonly string[]) =>
  data(value, { headers: { 'x-kura-tags': [...new Set(tags)].join(',') } })

/** The `headers` export of every page: sends its cache tags. A failed page is not cached. */
export const pageHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }: HeadersArgs) => {
  const tags = errorHeaders ? null : loaderHeaders.get('x-kura-tags')
  return new Headers(tags === null ? [] : [['x-kura-tags', tags]])
}

/**
 * Whether to load a page's data again: not for another step of it, which only its query names.
 * Until the response, the address and the screen would differ. Such a page is never reloaded in
 * place: its changing parts are read live.
 */
export const isAnotherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname

/** Calls an endpoint inside the server, as an anonymous visitor. */
type PageApi = <K extends CallName>(name: K, input: ApiInput<K>) => Promise<Result<ApiOutput<K>>>

/**
 * Everything a page is made of besides its URL. No session: finished pages are cached for
 * everybody.
 */
export type PageSettings = {
  api: PageApi
  site: SiteConfig
  nonce: string
  language: Language
  theme: Theme
  /**
   * Renders the maintenance page in place of any other: without scripts, the same at every address.
   */
  refusal?: PageRefusalCode | undefined
}
/** Why the server shows no page yet. */
export type PageRefusalCode = 'INVALID_REQUEST_FORMAT' | 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE' | 'MAINTENANCE'

export const pageSettings = createContext<PageSettings>()
