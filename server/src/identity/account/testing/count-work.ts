import postgres from 'postgres'
import type { Deps } from '../../../deps.ts'
import type { Sql } from '../../../platform/db/connect.ts'

export type Work = { statements: string[]; hashes: string[] }

const isOfMaintenance = /^select mode, .* from maintenances /

/**
 * The same server parts over a connection of their own that notes every statement and every
 * password hash.
 */
export function countWork(deps: Deps): {
  deps: Deps
  during: (act: () => Promise<unknown>) => Promise<Work>
  end: () => Promise<void>
} {
  let work: Work = { statements: [], hashes: [] }
  const sql = postgres(deps.env.DATABASE_URL, {
    max: 1,
    fetch_types: false,
    types: { bigint: postgres.BigInt },
    debug: (_connection, query) => {
      const statement = query.replace(/\s+/g, ' ').trim()
      // its answer is kept for a moment: whichever request comes next asks, so it is no work of that one
      if (!isOfMaintenance.test(statement)) work.statements.push(statement)
    },
  }) as Sql
  const passwords: Deps['passwords'] = {
    hash: (password) => {
      work.hashes.push('hash')
      return deps.passwords.hash(password)
    },
    verify: (stored, password, line) => {
      work.hashes.push('verify')
      return deps.passwords.verify(stored, password, line)
    },
    isOutdated: deps.passwords.isOutdated,
  }
  return {
    deps: { ...deps, sql, passwords },
    during: async (act) => {
      work = { statements: [], hashes: [] }
      await act()
      return work
    },
    end: () => sql.end(),
  }
}
