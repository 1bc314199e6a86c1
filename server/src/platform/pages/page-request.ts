import type { FastifyRequest } from 'fastify'
import { preferredLanguage } from '../http/parse-input.ts'

export type PageVariant = { language: 'ja' | 'en'; theme: 'auto' | 'light' | 'dark' }

/** Language and theme of a request: its cookies, else Accept-Language, else Japanese as the market is. */
export function variantOf(request: FastifyRequest): PageVariant {
  const cookies = String(request.headers.cookie ?? '')
  const language =
    /(?:^|;\s*)kura_language=(ja|en)\b/.exec(cookies)?.[1] ?? preferredLanguage(request.headers['accept-language'])
  const theme = /(?:^|;\s*)kura_theme=(light|dark|auto)\b/.exec(cookies)?.[1] ?? 'auto'
  return { language: language as PageVariant['language'], theme: theme as PageVariant['theme'] }
}

/**
 * The address on this site that a request target asks for: path and query come from the target, the
 * origin is always our own. Undefined for a path that reads as a host, such as `//host`.
 */
export function siteAddress(target: string, publicUrl: string): URL | undefined {
  // a whole address is a valid target, too (RFC 9112, 3.2.2)
  const path = target.replace(/^https?:\/\/[^/?#\\]*/i, '')
  const [, pathname = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(path) ?? []
  if (!pathname.startsWith('/')) return undefined
  const url = new URL(new URL(publicUrl).origin)
  // setters of these parts never change the host
  url.pathname = pathname
  url.search = search
  return url.pathname.startsWith('//') ? undefined : url
}

/** The request as the renderer takes it, for an address that `siteAddress` made. The host is the site's own. */
export function toWebRequest(address: string, publicUrl: string, { language, theme }: PageVariant): Request {
  // only what a page is kept by may reach the renderer: it must not depend on anything else
  return new Request(new URL(address, publicUrl), {
    headers: { 'accept-language': language, cookie: `kura_language=${language}; kura_theme=${theme}` },
  })
}
