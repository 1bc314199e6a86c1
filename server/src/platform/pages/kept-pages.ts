/** A finished page as it is sent, plain and, once somebody has asked for it so, compressed. */
export type KeptPage = {
  body: Buffer
  brotli: () => Promise<Buffer>
  contentType: string
  csp: string
  etag: string
  tags: readonly string[]
  keptAt: number
}

export type KeptPages = ReturnType<typeof keptPages>

/**
 * Finished public pages of one process, by URL, language and theme; tagged with the nouns on them and dropped by tag. Bounded by
 * bytes, least recently used first. A page whose tag was dropped while it was being rendered is not kept: its rows may be old.
 */
export function keptPages({ maxBytes = 32_000_000, maxAgeMs = 60_000, now = () => performance.now() } = {}) {
  const pages = new Map<string, KeptPage>()
  const dropped = new Map<string, number>()
  let bytes = 0
  let clock = 0

  const remove = (key: string): void => {
    const page = pages.get(key)
    if (!page) return
    bytes -= sizeOf(page)
    pages.delete(key)
  }
  const isFresh = (tags: readonly string[], since: number): boolean =>
    tags.every((tag) => (dropped.get(tag) ?? -1) < since)

  return {
    /** Call before the rows of a page are read; hand the result to `keep`. */
    begin: (): number => (clock += 1),
    find(key: string): KeptPage | undefined {
      const page = pages.get(key)
      if (!page) return undefined
      if (now() - page.keptAt > maxAgeMs) {
        remove(key)
        return undefined
      }
      pages.delete(key)
      pages.set(key, page)
      return page
    },
    keep(key: string, page: KeptPage, since: number): void {
      if (!isFresh([...page.tags, '*'], since)) return
      remove(key)
      pages.set(key, page)
      bytes += sizeOf(page)
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
    /** Drops every page with one of the tags; `*` drops all. */
    drop(tags: Iterable<string>): void {
      const gone = new Set(tags)
      clock += 1
      for (const tag of gone) dropped.set(tag, clock)
      for (const [key, page] of pages) if (gone.has('*') || page.tags.some((tag) => gone.has(tag))) remove(key)
      // only the latest drops matter to pages being rendered now
      if (dropped.size > 10_000)
        for (const tag of [...dropped.keys()].slice(0, 5_000)) if (tag !== '*') dropped.delete(tag)
    },
    size: () => ({ pages: pages.size, bytes }),
  }
}

// the compressed form is counted before it is made: a page of ours shrinks to less than a quarter
const sizeOf = (page: KeptPage): number => Math.ceil(page.body.length * 1.25) + 512
