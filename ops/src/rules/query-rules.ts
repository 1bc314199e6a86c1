import { isCode, matches } from './source-file.ts'
import type { Rule, SourceFile, Violation } from './source-file.ts'

const isServer = (file: SourceFile) => isCode(file) && !file.isTest && file.path.startsWith('server/src/')
const isQueryFile = ({ path }: SourceFile) =>
  /(^|\/|-)queries\.ts$/.test(path) || path.startsWith('server/src/platform/db/')

/** A tagged template of the database: sql`…`, db<Row[]>`…`, deps.sql`…`. */
const statement = /\b(?:sql|db|tx)(?:<(?:[^`;]|;(?=[^`]*\}))*>)?`/g

const checkPlace = (files: SourceFile[]): Violation[] =>
  files
    .filter((file) => isServer(file) && !isQueryFile(file))
    .flatMap((file) =>
      matches(file, statement, 'sql-in-query-files', 'SQL stands in queries.ts or <what>-queries.ts of its noun'),
    )

/** The files that may contain SQL. */
export const queryRules: Rule[] = [{ name: 'sql-in-query-files', check: checkPlace }]
