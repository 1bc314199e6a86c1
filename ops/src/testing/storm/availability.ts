import type { Sql } from '@kura/server/platform/db/connect'

/** Milliseconds since 1970; `to` is when the next unit came back. */
export type Span = { from: number; to: number }
export type Move = { at: number; by: 1 | -1 }

/**
 * A commit is dated a moment before others can see it: a reader may see the earlier state at least
 * this much longer.
 */
export const visibleMs = 250

/**
 * Every reservation (-1) and every return to sale (+1) of a pack, with its commit time from the
 * database's own record.
 */
export const readMoves = async (sql: Sql, packId: string): Promise<Move[]> => {
  const rows = await sql<{ at: number; by: 1 | -1 }[]>`
    select extract(epoch from pg_xact_commit_timestamp(m.xmin))::float8 * 1000 as at,
           case m.state when 'reserved' then -1 else 1 end as by
      from order_moves m join orders o on o.id = m.order_id
      left join order_moves b on b.order_id = m.order_id and b.number = m.number - 1
     where o.pack_id = ${packId}
       and (m.state in ('reserved', 'expired') or (m.state = 'refunding' and b.state <> 'expired'))
     order by 1`
  return rows.map(({ at, by }) => ({ at, by }))
}

/**
 * The spans in which none of `issued` units was available. Fails when more were reserved than
 * issued.
 */
export function soldOutSpans(issued: number, moves: readonly Move[]): Span[] {
  const spans: Span[] = []
  let left = issued
  // within one instant, count returns first: a waiting buyer took the returned unit
  for (const { at, by } of [...moves].sort((a, b) => a.at - b.at || b.by - a.by)) {
    if (left === 0 && by === 1) spans.at(-1)!.to = at
    left += by
    if (left < 0) throw new Error(`more units were taken than there were at ${new Date(at).toISOString()}`)
    if (left === 0 && by === -1) spans.push({ from: at, to: Number.POSITIVE_INFINITY })
  }
  return spans
}

/**
 * Whether no unit was available at some instant of a request, where a commit takes up to
 * `commitMs`.
 */
export const wasSoldOut = (
  spans: readonly Span[],
  { start, end }: { start: number; end: number },
  commitMs = visibleMs,
): boolean => spans.some(({ from, to }) => from <= end && to + commitMs >= start)
