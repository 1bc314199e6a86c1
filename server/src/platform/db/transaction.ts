import { step } from '../step.ts'
import type { Db, Sql } from './connect.ts'

type Body<T> = (db: Db) => Promise<T>
const retryable = new Set(['40001', '40P01'])

/**
 * Runs `body` in one transaction and again when the database asks for it (serialisation failure,
 * deadlock), at most five times. `body` must have no effect outside the database: no network call
 * inside a transaction. One with a name is a step (`platform/step.ts`).
 */
export function transaction<T>(sql: Sql, body: Body<T>): Promise<T>
export function transaction<T>(sql: Sql, name: string, body: Body<T>): Promise<T>
export function transaction<T>(sql: Sql, ...named: [Body<T>] | [string, Body<T>]): Promise<T> {
  return named.length === 1 ? run(sql, named[0]) : step(named[0], () => run(sql, named[1]))
}

async function run<T>(sql: Sql, body: Body<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await sql.begin((db) => body(db))) as T
    } catch (error) {
      if (attempt >= 5 || !retryable.has((error as { code?: string }).code ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}
