import { useLocation } from 'react-router'
import { useIsHydrated } from '../platform/session.ts'
import type { WordKey } from '../words/word-key.ts'

/**
 * How a page reads one search parameter. A function takes the values in the address and returns the
 * valid ones, normalised: the server renders by them and caches one page for all addresses with the
 * same ones. `browser`: read by scripts only, such as a secret of a mail; the finished page is the
 * same for all values.
 */
export type SearchParam = ((values: readonly string[]) => readonly string[]) | 'browser'
export type PageSearch = Readonly<Record<string, SearchParam>>
/**
 * The `handle` export of a route: what its components read of the address, and its title until
 * their own part loads.
 */
export type PageHandle = { search?: PageSearch; title?: WordKey }

/** The parameters of an address, by the names that were declared. */
export type SearchOf<S extends PageSearch> = {
  get: (name: keyof S & string) => string | null
  getAll: (name: keyof S & string) => string[]
  /** All of them, as an address has them. */
  toString: () => string
}

/**
 * Declares the parameters that a component reads by `useSearch`. Every route that shows it has them
 * in its `handle`.
 */
export const declareSearch = <S extends PageSearch>(search: S): S => search

const one =
  (take: (value: string) => string | undefined) =>
  ([value]: readonly string[]): string[] => {
    const taken = value === undefined ? undefined : take(value)
    return taken === undefined ? [] : [taken]
  }
/** A value of this form; any other is ignored. */
export const matching = (form: RegExp) => one((value) => (form.test(value) ? value : undefined))
/** What `read` makes of a value, as text. */
export const readBy = (read: (value: string) => number | string | null) => one((value) => read(value)?.toString())
/** Words, cut to a length. PostgreSQL takes no NUL. */
export const textOf = (most: number) =>
  one((value) => value.replaceAll('\0', '').trim().slice(0, most).trim() || undefined)
/** One of these; the first is the usual and the same as none. */
export const oneOf = (values: readonly string[]) => one((value) => (values.indexOf(value) > 0 ? value : undefined))
/** Any of these, each once and in this order. */
export const someOf =
  (values: readonly string[]) =>
  (given: readonly string[]): string[] =>
    values.filter((value) => given.includes(value))
/** Where a list continues. Its content is checked by the call that takes it. */
export const cursorParam = matching(/^[\w-]{1,200}$/)

/** The declared parameters of an address. Those for the browser are not there. */
export const readSearch = <S extends PageSearch>(declared: S, { searchParams }: URL): SearchOf<S> =>
  takeDeclared(declared, searchParams, false)

/**
 * A loader that reads and declares these parameters of the address: the server keeps one page for
 * all addresses with the same ones. What is read in components is declared in the `handle` of the
 * route.
 */
export const loadBy = <S extends PageSearch, Args extends { url: URL }, T>(
  search: S,
  load: (args: Args, given: SearchOf<S>) => T,
) => Object.assign((args: Args): T => load(args, readSearch(search, args.url)), { search })

/**
 * The declared parameters in the address of the page that is shown. Those for the browser are not
 * there until it has hydrated.
 */
export function useSearch<S extends PageSearch>(declared: S): SearchOf<S> {
  const { search } = useLocation()
  return takeDeclared(declared, new URLSearchParams(search), useIsHydrated())
}

function takeDeclared(declared: PageSearch, given: URLSearchParams, inBrowser: boolean): URLSearchParams {
  const taken = new URLSearchParams()
  for (const [name, param] of Object.entries(declared)) {
    const values = param === 'browser' ? (inBrowser ? given.getAll(name) : []) : param(given.getAll(name))
    for (const value of values) taken.append(name, value)
  }
  return taken
}
