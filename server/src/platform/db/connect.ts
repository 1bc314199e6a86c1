import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: bigint }>
/** The pool, or one transaction of it: queries take either. */
export type Db = Sql | postgres.TransactionSql<{ bigint: bigint }>
/** A part of a statement, put together with others. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/**
 * A pool of connections. bigint and numeric come as strings unless asked otherwise, so that no
 * digit is lost.
 */
export const connect = (url: string, max = 8): Sql =>
  postgres(url, {
    max,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => {},
    types: { bigint: postgres.BigInt },
    connection: { application_name: 'kura', statement_timeout: 15_000 },
  })

/**
 * The limit of a page of rows. The usual page size is part of the statement: PostgreSQL keeps one
 * plan for a prepared statement only when it knows that few rows are asked for.
 */
export const limitTo = (db: Db, rows: number): Fragment => (rows === 25 ? db`limit 25` : db`limit ${rows}`)

/** The offset of a page of rows; most pages have none. */
export const offsetBy = (db: Db, rows: number): Fragment => (rows === 0 ? db`` : db`offset ${rows}`)

/**
 * The end of `insert into … as t … on conflict (…)`: a row that exists takes the inserted values of
 * `columns`. Only rows that are new or changed are returned.
 */
export const updateIfChanged = (db: Db, columns: readonly string[]): Fragment => {
  const [stored, given] = ['t', 'excluded'].map((row) => columns.map((column) => `${row}.${column}`))
  return db`
    do update set ( ${db(columns)} ) = row ( ${db(given ?? [])} )
     where ( ${db(stored ?? [])} ) is distinct from ( ${db(given ?? [])} )
    returning xmax = 0 as "isNew"`
}
