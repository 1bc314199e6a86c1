type Sold = { endedAt: string | null; sale: { state: string } | null }

/**
 * The sales since the last announced moment, and the new moment to store. A browser that reads for
 * the first time announces nothing: old sales are no news.
 */
export function findNews<T extends Sold>(sold: readonly T[], announcedUntil: string | undefined) {
  const times = sold.map(({ endedAt }) => endedAt ?? '').filter((at) => at !== '')
  const latest = [announcedUntil ?? '', ...times].toSorted(byTime).at(-1) ?? ''
  const news =
    announcedUntil === undefined
      ? []
      : sold.filter(
          ({ endedAt, sale }) => endedAt !== null && byTime(announcedUntil, endedAt) < 0 && sale?.state !== 'undone',
        )
  return { news, latest }
}

/** By the moment they name; nothing comes before everything. */
const byTime = (one: string, other: string): number => valueOf(one) - valueOf(other)
const valueOf = (at: string): number => (at === '' ? 0 : Date.parse(at))
