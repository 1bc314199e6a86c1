import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: bigint }>
/** The pool, or one transaction of it: queries take either. */
export type Db = Sql | postgres.TransactionSql<{ bigint: bigint }>
/** A part of a statement, put together with others. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/** A pool of connections. bigint and numeric come as strings unless asked otherwise, so that no digit is lost. */
export const connect = (url: string, max = 8): Sql =>
  postgres(url, {
    max,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => {},
    types: { bigint: postgres.BigInt },
    connection: { application_name: 'kura', statement_timeout: 15_000 },
  })
