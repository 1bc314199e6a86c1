/** A finished page as it is sent, plain and, once requested so, compressed. */
export type KeptPage = {
  status: number
  body: Buffer
  brotli: () => Promise<Buffer>
  contentType: string
  csp: string
  etag: string
  /** Not for search engines. */
  isHidden: boolean
  tags: readonly string[]
  keptAt: number
}

export type KeptPages = ReturnType<typeof keptPages>

/**
 * So much of the room at most is for pages that were asked for again; the others have the rest at
 * least.
 */
const oftenShare = 0.75

/**
 * Finished public pages of one process, by address, language and theme, dropped by the tags of the
 * nouns on them. Bounded by bytes, least recently used first. Pages requested once make room before
 * pages requested twice, so that visits to many addresses do not push out popular pages. A page
 * whose tag was dropped while it was rendered is not kept: its rows may be old.
 */
export function keptPages({ maxBytes = 32_000_000, maxAgeMs = 60_000, now = () => performance.now() } = {}) {
  const once = new Map<string, KeptPage>()
  const often = new Map<string, KeptPage>()
  const dropped = new Map<string, number>()
  const bytes = { once: 0, often: 0 }
  let clock = 0

  const remove = (key: string): void => {
    for (const [name, pages] of [
      ['once', once],
      ['often', often],
    ] as const) {
      const page = pages.get(key)
      if (!page) continue
      bytes[name] -= sizeOf(page)
      pages.delete(key)
    }
  }
  const makeRoom = (): void => {
    for (const oldest of often.keys()) {
      if (bytes.often <= maxBytes * oftenShare) break
      remove(oldest)
    }
    for (const oldest of once.keys()) {
      if (bytes.once + bytes.often <= maxBytes) break
      remove(oldest)
    }
  }
  const isFresh = (tags: readonly string[], since: number): boolean =>
    tags.every((tag) => (dropped.get(tag) ?? -1) < since)

  return {
    /** Call before the rows of a page are read; hand the result to `keep`. */
    begin: (): number => (clock += 1),
    find(key: string): KeptPage | undefined {
      const page = often.get(key) ?? once.get(key)
      if (!page) return undefined
      remove(key)
      if (now() - page.keptAt > maxAgeMs) return undefined
      often.set(key, page)
      bytes.often += sizeOf(page)
      makeRoom()
      return page
    },
    keep(key: string, page: KeptPage, since: number): void {
      if (!isFresh([...page.tags, '*'], since)) return
      remove(key)
      once.set(key, page)
      bytes.once += sizeOf(page)
      makeRoom()
    },
    /** Drops every page with one of the tags; `*` drops all. */
    drop(tags: Iterable<string>): void {
      const gone = new Set(tags)
      clock += 1
      for (const tag of gone) dropped.set(tag, clock)
      for (const [key, page] of [...once, ...often])
        if (gone.has('*') || page.tags.some((tag) => gone.has(tag))) remove(key)
      // only the latest drops matter to pages being rendered now
      if (dropped.size > 10_000)
        for (const tag of [...dropped.keys()].slice(0, 5_000)) if (tag !== '*') dropped.delete(tag)
    },
    size: () => ({ pages: once.size + often.size, bytes: bytes.once + bytes.often }),
  }
}

// the compressed form is counted before it is made: a page of ours shrinks to less than a quarter
const sizeOf = (page: KeptPage): number => Math.ceil(page.body.length * 1.25) + 512
