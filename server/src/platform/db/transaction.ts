import type { Db, Sql } from './connect.ts'

const retryable = new Set(['40001', '40P01'])

/**
 * Runs `body` in one transaction and again when the database asks for it (serialisation failure, deadlock), at most five times.
 * `body` must have no effect outside the database: no network call inside a transaction.
 */
export async function transaction<T>(sql: Sql, body: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await sql.begin((db) => body(db))) as T
    } catch (error) {
      if (attempt >= 5 || !retryable.has((error as { code?: string }).code ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}
