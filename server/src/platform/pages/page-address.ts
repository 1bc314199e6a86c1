import type { FastifyRequest } from 'fastify'
import { matchRoutes } from 'react-router'
import type { RouteObject } from 'react-router'
import { preferredLanguage } from '../http/parse-input.ts'

/**
 * What a route reads of one search parameter, as `web/app/ui/page-search.ts` declares it: `browser`
 * never reaches the server.
 */
type SearchParam = ReadParam | 'browser'
type ReadParam = (values: readonly string[]) => readonly string[]
type Declares = { search?: Record<string, SearchParam> }
type PageRoute = {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  module: unknown
}
export type PageRoutes = Record<string, PageRoute | undefined>

/** Where every address that no route has is rendered. */
export const nowhere = '/404'

/**
 * One form for all addresses that show the same page, by which it is rendered and kept: the path as
 * its route writes it, and the parameters that the route declares, in their own form and order.
 * What only the browser reads stays in the browser's address. The data of a page (`.data`) has an
 * address of its own, with the routes it asks for.
 */
export function pageAddresses(routes: PageRoutes): (address: string) => string {
  const placeOf = remembering(placesOf(routes))
  return (address) => {
    const [rawPath = '/', rawSearch = ''] = address.split(/\?(.*)/s)
    const isData = rawPath.endsWith('.data')
    const path = isData ? rawPath.replace(rawPath.endsWith('/_.data') ? /_\.data$/ : /\.data$/, '') : rawPath
    const { page, ids, declared } = placeOf(path)
    const given = new URLSearchParams(rawSearch)
    const search = new URLSearchParams()
    for (const [name, param] of declared) for (const value of param(given.getAll(name))) search.append(name, value)
    const asked = isData ? given.get('_routes')?.split(',') : undefined
    const known = ids.filter((id) => asked?.includes(id))
    if (known.length > 0) search.append('_routes', known.join(','))
    const query = search.size === 0 ? '' : `?${search.toString()}`
    return `${isData ? (page === '/' ? '/_.data' : `${page}.data`) : page}${query}`
  }
}

/**
 * The page that a path leads to, its routes from the outermost on, and what the innermost reads on
 * the server.
 */
type Place = { page: string; ids: string[]; declared: [name: string, param: ReadParam][] }

function placesOf(routes: PageRoutes): (path: string) => Place {
  const match = matcherOf(treeOf(routes))
  return (path) => {
    const matched = (path.startsWith('/') ? match(path.replace(/^\/+/, '/')) : null) ?? []
    const ids = matched.map(({ route }) => route.id ?? '')
    const pattern = matched.flatMap(({ route }) => route.path || []).join('/')
    const isNowhere = matched.length === 0 || pattern === '*'
    const { handle, loader } = (routes[ids.at(-1) ?? '']?.module ?? {}) as { handle?: Declares; loader?: Declares }
    return {
      page: isNowhere ? nowhere : fill(pattern, matched.at(-1)?.params ?? {}),
      ids,
      declared: Object.entries({ ...handle?.search, ...loader?.search }).flatMap(([name, param]) =>
        param === 'browser' ? [] : [[name, param]],
      ),
    }
  }
}

/**
 * Matches a path against the routes that can begin as it does. The library compiles every route it is
 * given for every path, which takes longer than a kept page.
 */
function matcherOf(tree: RouteObject[]): (path: string) => ReturnType<typeof matchRoutes> {
  const beginnings = new Set(tree.flatMap(beginningsOf))
  const parts = new Map([...beginnings].map((beginning) => [beginning, beginningWith(tree, beginning)]))
  const others = beginningWith(tree, undefined)
  return (path) => {
    const beginning = path.split('/')[1]?.toLowerCase() ?? ''
    return matchRoutes(beginning.includes('%') ? tree : (parts.get(beginning) ?? others), path)
  }
}

/** The first part of a route's own path, or undefined where any text stands for it. */
const firstPart = (path: string): string | undefined => {
  const [first = ''] = path.split('/')
  return /^[:*]|\?$/.test(first) ? undefined : first.toLowerCase()
}
const beginningsOf = ({ path, children = [] }: RouteObject): string[] =>
  !path ? children.flatMap(beginningsOf) : [firstPart(path) ?? []].flat()

function beginningWith(routes: RouteObject[], beginning: string | undefined): RouteObject[] {
  return routes.flatMap((route): RouteObject[] => {
    if (route.index === true) return [route]
    if (!route.path) return [{ ...route, children: beginningWith(route.children ?? [], beginning) }]
    const first = firstPart(route.path)
    return first === undefined || first === beginning ? [route] : []
  })
}

/** How many texts of a usual length are remembered: matching takes longer than sending a kept page. */
const mostRemembered = 5000
const longestRemembered = 120

/** The same function, which remembers what it returned for the texts that were asked for last. */
export function remembering<T>(find: (text: string) => T): (text: string) => T {
  const found = new Map<string, { value: T }>()
  return (text) => {
    const entry = found.get(text) ?? { value: find(text) }
    if (text.length > longestRemembered) return entry.value
    found.delete(text)
    found.set(text, entry)
    const [oldest = ''] = found.keys()
    if (found.size > mostRemembered) found.delete(oldest)
    return entry.value
  }
}

function treeOf(routes: PageRoutes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path } = route
    const at = path === undefined ? { id } : { id, path }
    const node: RouteObject = route.index === true ? { ...at, index: true } : { ...at, children: treeOf(routes, id) }
    return [node]
  })
}

const fill = (pattern: string, params: Readonly<Record<string, string | undefined>>): string =>
  `/${pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
    .join('/')}`

export type PageVariant = { language: 'ja' | 'en'; theme: 'auto' | 'light' | 'dark' }

/**
 * Language and theme of a request: its cookies, else Accept-Language, else Japanese as the market
 * is.
 */
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

/**
 * The request as the renderer takes it, for an address that `siteAddress` made. The host is the
 * site's own.
 */
export function toWebRequest(address: string, publicUrl: string, { language, theme }: PageVariant): Request {
  // only what a page is kept by may reach the renderer: it must not depend on anything else
  return new Request(new URL(address, publicUrl), {
    headers: { 'accept-language': language, cookie: `kura_language=${language}; kura_theme=${theme}` },
  })
}
