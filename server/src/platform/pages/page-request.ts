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

/** The request as the renderer takes it. The host is the site's own address, never the Host header. */
export function toWebRequest(request: FastifyRequest, publicUrl: string, { language, theme }: PageVariant): Request {
  // only what the variant is made of may reach the renderer: a kept page must not depend on anything else
  return new Request(new URL(request.raw.url ?? '/', publicUrl), {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers: { 'accept-language': language, cookie: `kura_language=${language}; kura_theme=${theme}` },
  })
}
