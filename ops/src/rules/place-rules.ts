import { isCode, matches } from './source-file.ts'
import type { Rule, SourceFile, Violation } from './source-file.ts'

/** Files that may read the environment, in addition to the env file of each room. */
const readsEnvironment = (file: SourceFile) =>
  file.isTest ||
  /(^|\/)env\.ts$|\.config\.m?ts$|\/test-[a-z-]+\.ts$/.test(file.path) ||
  /^(ops|bench|e2e|cadence\/tests|sandbox\/flow\/vm)\//.test(file.path) ||
  file.path === 'sandbox/src/main.ts'

const environmentRule: Rule = {
  name: 'one-environment',
  check: (files) =>
    files
      .filter((file) => isCode(file) && !readsEnvironment(file))
      .flatMap((file) =>
        matches(file, /\bprocess\.env\b/g, 'one-environment', 'only env.ts of a room reads the environment'),
      ),
}

// Written so that this file does not match its own pattern.
const machinePaths = new RegExp(['(?<![\\w.~$}-])/', '(?:work|root|Users|home/[a-z]\\w*)', '/[\\w.-]+'].join(''), 'g')
const registryHosts = new RegExp(
  ['https?://', '[\\w.-]*', '(?:regis', 'try|artifactory|verdaccio)', '[\\w.-]*'].join(''),
  'g',
)

function foreign(file: SourceFile, pattern: RegExp, message: string): Violation[] {
  const whole = { ...file, code: file.text }
  return matches(whole, pattern, 'no-machine-names', message)
}

const machineRule: Rule = {
  name: 'no-machine-names',
  check: (files) =>
    files.flatMap((file) => [
      ...foreign(file, machinePaths, 'a path of one machine has no meaning on another'),
      ...foreign(file, registryHosts, 'where packages come from is the business of who installs them'),
    ]),
}

// A member's own text in SQL: the name, or another column by the alias of a joined member.
const membersWords = /\bdisplay_name\b|(?<![\w.])[a-z]{1,2}\.(?:description|thumbnail)\b(?!\s*->)/g

/**
 * Bans and deletions hide a member's name; a query that reads the column directly would still show
 * it.
 */
const presenterRule: Rule = {
  name: 'one-presenter',
  check: (files) =>
    files
      .filter(
        (file) => file.path.startsWith('server/src/') && !/^server\/src\/identity\/(member|account)\//.test(file.path),
      )
      .filter((file) => isCode(file) && !file.isTest)
      .flatMap((file) =>
        matches(
          file,
          membersWords,
          'one-presenter',
          'members are shown to others by member/shown-member-queries.ts alone',
        ),
      ),
}

/** Only tests observe steps: the product has no branch for them. */
const observerRule: Rule = {
  name: 'no-branch-for-tests',
  check: (files) =>
    files
      .filter((file) => file.path.startsWith('server/src/') && file.path !== 'server/src/platform/step.ts')
      .filter((file) => isCode(file) && !file.isTest)
      .flatMap((file) =>
        matches(
          file,
          /\bobserveSteps\b|\/testing\//g,
          'no-branch-for-tests',
          'only tests observe steps or load what is below testing/',
        ),
      ),
}

/** Rules for code that belongs in one place only, or in none. */
export const placeRules: Rule[] = [environmentRule, machineRule, presenterRule, observerRule]
