import { createContext } from 'react-router'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import type { Result } from '@kura/contract/result'
import type { SiteConfig } from '@kura/contract/site'
import type { Language, Theme } from './preferences.ts'

/** Calls an endpoint inside the server, as an anonymous visitor. */
export type PageApi = <K extends CallName>(name: K, input: ApiInput<K>) => Promise<Result<ApiOutput<K>>>

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
