import type { FastifyRequest } from 'fastify'

export type PageVariant = { language: 'ja' | 'en'; theme: 'auto' | 'light' | 'dark' }

/** Language and theme of a request: its cookies, else Accept-Language, else Japanese as the market is. */
export function variantOf(request: FastifyRequest): PageVariant {
  const cookies = String(request.headers.cookie ?? '')
  const language =
    /(?:^|;\s*)kura_language=(ja|en)\b/.exec(cookies)?.[1] ??
    preferred(String(request.headers['accept-language'] ?? ''))
  const theme = /(?:^|;\s*)kura_theme=(light|dark|auto)\b/.exec(cookies)?.[1] ?? 'auto'
  return { language: language as PageVariant['language'], theme: theme as PageVariant['theme'] }
}

function preferred(header: string): 'ja' | 'en' {
  const ranges = header.split(',').map((range) => {
    const [tag = '', q] = range.trim().split(';q=')
    return { tag: tag.toLowerCase(), quality: q === undefined ? 1 : Number(q) || 0 }
  })
  const best = ranges.filter(({ tag }) => /^(ja|en)\b/.test(tag)).sort((a, b) => b.quality - a.quality)[0]
  return best?.tag.startsWith('en') ? 'en' : 'ja'
}

/** The request as the renderer takes it. The host is the site's own address, never the Host header. */
export function toWebRequest(address: string, publicUrl: string, { language, theme }: PageVariant): Request {
  // only what a page is kept by may reach the renderer: it must not depend on anything else
  return new Request(new URL(address, publicUrl), {
    headers: { 'accept-language': language, cookie: `kura_language=${language}; kura_theme=${theme}` },
  })
}
