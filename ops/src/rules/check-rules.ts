import { docRules } from './doc-rules.ts'
import { exportRules } from './export-rules.ts'
import { migrationRules } from './migration-rules.ts'
import { placeRules } from './place-rules.ts'
import { queryRules } from './query-rules.ts'
import { searchRules } from './search-rules.ts'
import { shapeRules } from './shape-rules.ts'
import { readSources } from './source-file.ts'
import type { Rule, Violation } from './source-file.ts'
import { zoneRules } from './zone-rules.ts'

/** Our own lint rules; oxlint's are in .oxlintrc.json. */
export const ownRules: Rule[] = [
  ...zoneRules,
  ...shapeRules,
  ...placeRules,
  ...queryRules,
  ...migrationRules,
  ...exportRules,
  ...searchRules,
  ...docRules,
]

/** Returns every violation of our own rules in a checkout. */
export function checkRules(root: string): Violation[] {
  const files = readSources(root)
  return ownRules.flatMap((rule) => rule.check(files))
}
