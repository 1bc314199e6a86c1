import type { Sql } from '@kura/server/platform/db/connect'

/** A statement as the product sends it: its text and its values. */
export type Statement = { text: string; values: unknown[] }

type Sent = { string?: string; parameters?: unknown[] }

/** Runs `work` with a connection that records every statement it sends. */
export async function statementsOf(sql: Sql, work: (sql: Sql) => Promise<unknown>): Promise<Statement[]> {
  const queries: Sent[] = []
  const noting = new Proxy(sql, {
    apply(target, self, args) {
      const query = Reflect.apply(target as never, self, args) as Sent
      queries.push(query)
      return query
    },
  })
  await work(noting)
  // only statements that were sent have a text; the others are fragments
  return queries.flatMap(({ string, parameters }) =>
    string === undefined ? [] : [{ text: string, values: [...(parameters ?? [])] }],
  )
}
