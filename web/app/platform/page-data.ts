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

/** The data of a call that says NOT_FOUND where there is nothing: then null. Any other failure is the error page. */
export const orNothing = <T>(result: Result<T>): T | null =>
  !result.ok && result.body.errorCode === 'NOT_FOUND' ? null : orThrow(result)

/** The same of the call that looks for what the address names: an id of a wrong form is one that nothing has. */
export function orNotFound<T>(result: Result<T>): T {
  if (result.ok || result.body.errorCode !== 'INVALID_REQUEST_FORMAT') return orThrow(result)
  throw data({ errorCode: 'NOT_FOUND' } satisfies PageFailure, { status: 404 })
}

/** Page data with the nouns on the page, by which the server keeps the finished page and drops it when a row changes. */
export const tagged = <T>(value: T, tags: readonly string[]) =>
  data(value, { headers: { 'x-kura-tags': [...new Set(tags)].join(',') } })

/** The `headers` export of every page: its tags go out with the page. A page that failed is not kept. */
export const pageHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }: HeadersArgs) => {
  const tags = errorHeaders ? null : loaderHeaders.get('x-kura-tags')
  return new Headers(tags === null ? [] : [['x-kura-tags', tags]])
}

/**
 * Whether what was loaded for a page is to be loaded again: not for another step of it, which its query alone names. The address and the
 * screen would differ for as long as the answer takes. A page with it is never loaded again in place: what changes there is asked for live.
 */
export const isAnotherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname

/** Calls an endpoint inside the server, as an anonymous visitor. */
type PageApi = <K extends CallName>(name: K, input: ApiInput<K>) => Promise<Result<ApiOutput<K>>>

/** All that a page is made of besides its URL. No session: finished pages are kept for everybody. */
export type PageSettings = {
  api: PageApi
  site: SiteConfig
  nonce: string
  language: Language
  theme: Theme
  /** Makes the page that says so in place of any other: without scripts, the same at every address. */
  refusal?: PageRefusalCode | undefined
}
/** Why the server shows no page, or none yet. */
export type PageRefusalCode = 'INVALID_REQUEST_FORMAT' | 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE'

export const pageSettings = createContext<PageSettings>()
