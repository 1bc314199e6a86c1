import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { rootFolder } from '../settings.ts'
import { binOf } from '../tool-bin.ts'
import { checkRules, ownRules } from './check-rules.ts'

function checkout(t: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'kura-rules-'))
  t.after(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  spawnSync('git', ['init', '-q'], { cwd: root })
  return root
}

const lines = (count: number) => 'export const a = 1\n'.repeat(count)

// The strings are joined here, so that this file does not violate the rules it tests.
const machinePath = ['', 'home', 'kim', 'kura'].join('/')
const packageHost = ['https:/', ['regis', 'try.example.org'].join('')].join('/')

const releasedSql = 'create table orders (id uuid);'
const releasedSum = createHash('sha256').update(releasedSql).digest('hex')

/** For each of our rules, a violation and a place where the same code is allowed. */
const planted: Record<string, { wrong: Record<string, string>; right: Record<string, string> }> = {
  zones: {
    wrong: {
      'server/src/a.ts': `import { b } from '../../web/app/b.ts'`,
      'server/src/b.ts': `import { c } from '@kura/sandbox/card/c'`,
      'web/app/c.ts': `import type { Deps } from '@kura/server/deps'`,
      'contract/src/d.ts': `import {\n  migrate,\n} from '@kura/db/migrate'`,
      'sandbox/src/e.ts': `const { limits } = await import('@kura/contract/limits')`,
      'e2e/src/f.spec.ts': `export { g } from '../../server/src/g.ts'`,
    },
    right: {
      'server/src/a.ts': `import { errors } from '@kura/contract/errors'\n// import { b } from '@kura/web/b'`,
      'server/src/a.test.ts': `import { startSandbox } from '../../sandbox/src/start-sandbox.ts'`,
      'ops/src/b.ts': `import { migrate } from '@kura/db/migrate'`,
    },
  },
  'own-queries': {
    wrong: { 'server/src/order/buy.ts': `import { find } from '../item/queries.ts'` },
    right: {
      'server/src/order/buy.ts': `import { find } from './queries.ts'\nimport { cardFields } from '../item/card-queries.ts'`,
      'server/src/item/card-queries.ts':
        "export const cardFields = (db: Db) => db`\n  'name', i.name`\nexport const drop = 1",
    },
  },
  'sql-in-query-files': {
    wrong: {
      'server/src/order/buy.ts': 'const rows = await sql`select 1`',
      'server/src/order/order-json.ts': "export const orderJson = (db: Db) => db`json_build_object('id', o.id)`",
      'server/src/order/pay.ts': 'const rows = await deps.sql<{ id: string; at: Date }[]>`select id, at from orders`',
    },
    right: {
      'server/src/order/queries.ts': 'const rows = await sql`select 1`',
      'server/src/order/order-queries.ts': 'const rows = await sql`select 1`',
      'server/src/platform/db/connect.ts': 'const rows = await sql`select 1`',
      'server/src/order/buy.test.ts': 'const rows = await sql`select 1`',
      'server/src/order/buy.ts': 'const words = text`select 1`',
    },
  },
  modules: {
    wrong: {
      'web/app/platform/api.ts': `import { session } from '../identity/session/session.ts'`,
      'web/app/market/gift/own.ts': `import type { Box } from '../../shop/pack/box.tsx'`,
      'web/app/ui/frame.tsx': `import { headers } from '../root.tsx'`,
      'web/app/market/token/token.ts': `import { price } from '../listing/price.ts'`,
      'web/app/market/listing/price.ts': `export const price = 1\nexport { gift } from '../gift/gift.ts'`,
      'web/app/market/gift/gift.ts': `const { token } = await import('../token/token.ts')`,
      'web/app/extra/a.ts': 'export const a = 1',
      'server/src/market/listing/list.ts': `import { search } from '../../discovery/search/find.ts'`,
    },
    right: {
      'web/app/root.tsx': `import { Shell } from './shell/shell/shell.tsx'`,
      'web/app/shell/shell/shell.tsx': `import { session } from '../../platform/session.ts'`,
      'web/app/market/gift/gift.ts': `import { token } from '../token/token.ts'\nimport { sign } from '../sign.ts'`,
      'web/app/market/sign.ts': `import { token } from './token/token.ts'`,
      'web/app/platform/api.test.ts': `import { session } from '../identity/session/session.ts'`,
      'server/src/discovery/search/find.ts': `import { list } from '../../market/listing/list.ts'`,
      'web/app/platform/testing/world.ts': `import { session } from '../../identity/session/session.ts'`,
    },
  },
  'one-presenter': {
    wrong: {
      'server/src/market/token/queries.ts': 'const a = db`select o.display_name from tokens t join members o on true`',
      'server/src/market/gift/queries.ts': 'const a = db`select b.thumbnail from members b`',
    },
    right: {
      'server/src/market/token/queries.ts': "const a = db`select ${shownName(db, 'o')}, i.description_ja from tokens`",
      'server/src/identity/member/queries.ts': 'const a = db`select display_name from members`',
      'server/src/token/a.test.ts': 'const a = db`select display_name from members`',
    },
  },
  'one-writer': {
    wrong: {
      'server/src/shop/pack/queries.ts': 'const a = db`update orders set state = 1`',
      'server/src/audit/check/queries.ts': 'const a = db`with gone as (delete from only orders returning 1) select 1`',
      'server/src/market/trade/queries.ts': 'const a = db`insert into orders (id) values (1)`',
      'server/src/market/listing/queries.ts': 'const a = db`delete from favorites`',
    },
    right: {
      'db/migrations/0001_checkout.sql': 'create table orders (id uuid);',
      'db/migrations/0002_discovery.sql': 'create table favorites (id uuid);',
      'server/src/checkout/order/queries.ts': 'const a = db`update orders set state = 1`',
      'server/src/discovery/favorite/queries.ts': 'const a = db`delete from favorites`',
      'server/src/shop/pack/queries.ts': 'const a = db`select 1 from orders for update of orders`',
      'server/src/shop/pack/pack.test.ts': 'const a = db`update orders set state = 1`',
    },
  },
  'migration-names': {
    wrong: { 'db/migrations/0002_more_orders.sql': 'create table extras (id uuid);' },
    right: {
      'server/src/checkout/order/queries.ts': 'export const a = 1',
      'db/migrations/0002_checkout_extras.sql': 'create table extras (id uuid);',
    },
  },
  'released-migrations': {
    wrong: {
      'db/migrations/0001_checkout.sql': 'create table orders (id bigint);',
      'db/migrations/0003_shop.sql': 'create table packs (id uuid);',
    },
    right: {
      'package.json': '{ "version": "0.2.1" }',
      'db/migrations/released.json': `{ "0001_checkout.sql": "${releasedSum}" }`,
      'db/migrations/0001_checkout.sql': releasedSql,
    },
  },
  'package-exports': {
    wrong: {
      'server/package.json': '{ "exports": { "./*": "./src/*.ts" } }',
      'db/package.json': '{ "exports": { "./migrate": "./src/migrate.ts", "./lock": "./src/lock.ts" } }',
      'sandbox/package.json': '{ "exports": { "./gone": "./src/gone.ts" } }',
      'web/package.json': '{ "name": "@kura/web" }',
      'ops/src/a.ts': `import { gone } from '@kura/sandbox/gone'\nimport { pool } from '@kura/db/pool'`,
    },
    right: {
      'contract/package.json': '{ "exports": { "./*": "./src/*.ts" } }',
      'db/package.json': '{ "exports": { "./migrate": "./src/migrate.ts" } }',
      'web/package.json': '{ "exports": {} }',
      'db/src/migrate.ts': 'export const migrate = 1',
      'ops/src/a.ts': `import { migrate } from '@kura/db/migrate'\nimport { limits } from '@kura/contract/limits'`,
    },
  },
  'no-branch-for-tests': {
    wrong: {
      'server/src/order/buy.ts': `import { observeSteps } from '../platform/step.ts'`,
      'server/src/main.ts': `import { armFaults } from './testing/fault-plan.ts'`,
    },
    right: {
      'server/src/order/buy.ts': `import { step } from '../platform/step.ts'`,
      'server/src/testing/fault-plan.ts': `import { observeSteps } from '../platform/step.ts'`,
    },
  },
  'no-default-export': {
    wrong: { 'server/src/a.ts': 'export default 1', 'server/src/b.ts': 'const b = 1\nexport { b as default }' },
    right: {
      'web/app/routes.ts': `export default [route('items', 'item/list-screen.tsx')]`,
      'web/app/item/list-screen.tsx': 'export default function ListScreen() { return null }',
      'web/vite.config.ts': 'export default {}',
    },
  },
  'no-barrel': {
    wrong: {
      'server/src/index.ts': 'export const a = 1',
      'server/src/item/all.ts': `export { a } from './a.ts'\nexport type { B } from './b.ts'`,
      'server/src/stars.ts': `export * from './a.ts'\nexport const a = 1`,
    },
    right: { 'server/src/item/a.ts': `import { b } from './b.ts'\nexport const a = b` },
  },
  'no-enum': {
    wrong: { 'contract/src/a.ts': 'export enum State { open }', 'contract/src/b.ts': 'const enum State { open }' },
    right: { 'contract/src/a.ts': `// an enum A would be wrong\nexport const states = ['open'] as const` },
  },
  'only-error-classes': {
    wrong: { 'server/src/a.ts': 'export class OrderService {}', 'server/src/b.ts': 'class A extends Base {}' },
    right: { 'server/src/a.ts': 'export class AppError extends Error {}' },
  },
  'file-length': {
    wrong: { 'server/src/a.ts': lines(351), 'server/src/a.test.ts': lines(351) },
    right: { 'server/src/a.ts': lines(350), 'server/src/a.test.ts': lines(350) },
  },
  'file-name': {
    wrong: { 'server/src/buyToken.ts': 'export const a = 1', 'server/src/utils/a.ts': 'export const a = 1' },
    right: { 'server/src/buy-token.ts': 'export const a = 1' },
  },
  'no-style-prop': {
    wrong: { 'web/app/item/a.tsx': 'export const A = () => <p style={{ color: "red" }} />' },
    right: { 'web/app/item/a.tsx': 'export const A = () => <p className="red" />' },
  },
  'words-in-lists': {
    wrong: { 'web/app/item/a.tsx': 'export const A = () => <p>売り切れ</p>' },
    right: {
      'web/app/item/a.tsx': 'export const A = () => <p>{t("sold-out")}</p> // 売り切れ',
      'web/app/words/ja/item.ts': "export const words = { 'sold-out': '売り切れ' }",
      'web/app/money/b.ts': 'export const digits = (typed: string) => typed.replace(/[¥円]/g, "")',
    },
  },
  'one-environment': {
    wrong: { 'server/src/mail/send.ts': 'export const a = process.env.SMTP_URL' },
    right: {
      'server/src/env.ts': 'export const a = process.env.SMTP_URL',
      'server/src/a.ts': '// process.env is read elsewhere',
      'ops/src/a.ts': 'export const a = process.env.PORT',
    },
  },
  'no-raw-search': {
    wrong: {
      'web/app/a.ts': `import { useSearchParams } from 'react-router'`,
      'web/app/b.tsx': `export const loader = ({ url }) => url.searchParams.get('q')`,
    },
    right: {
      'web/app/a.ts': `export const at = (url: URL) => url.searchParams.set('render', 'explicit')`,
      'web/app/a.test.ts': `new URL('https://a.test?q=1').searchParams.get('q')`,
    },
  },
  'declared-search': {
    wrong: {
      'web/app/a-screen.tsx': `const search = declareSearch({ q: 'browser' })\nconst q = useSearch(search).get('q')`,
      'web/app/b-screen.tsx': `import { B } from './b.tsx'\nexport const handle = { title: 'b' }`,
      'web/app/f-screen.tsx': `export const handle = {}\nconst q = useSearch({ q: 'browser' }).get('q')`,
      'web/app/c-screen.tsx': `import { stepSearch, useStep } from './use-step.ts'\nexport const handle = { search: declareSearch({ to: 'browser' }) }`,
    },
    right: {
      'web/app/routes.ts': `route('d', 'd-screen.tsx'), route('e', 'e-screen.tsx')`,
      'web/app/b.tsx': `const B = lazy(() => import('./use-step.ts'))`,
      'web/app/use-step.ts': `export const stepSearch = declareSearch({ step: 'browser' })\nuseSearch(stepSearch).get('step')`,
      'web/app/d-screen.tsx': `import { B } from './b.tsx'\nimport { stepSearch } from './use-step.ts'\nexport const handle = { search: stepSearch }`,
      'web/app/e-screen.tsx': `import { Own } from './d-screen.tsx'\nimport { stepSearch } from './use-step.ts'\nconst search = declareSearch({ ...stepSearch, q: textOf(9) })\nexport const handle = { search }\nconst q = useSearch(search).get('q')`,
    },
  },
  'doc-paths': {
    wrong: {
      'docs/a.md': 'See `server/src/order/cancel.ts`.',
      'docs/b.md': 'The verb is in `order/cancel.ts`.',
      'docs/c.md': '[Orders](orders.md)',
    },
    right: {
      'docs/a.md':
        'See `server/src/order/buy.ts`, `order/buy.ts`, `server/src/<module>/`, `chain.json`, [b](b.md) and [the site](https://example.org/x.md).',
      'docs/b.md': '![a](a.webp)',
      'server/src/order/buy.ts': 'export const buy = 1',
    },
  },
  map: {
    wrong: { 'README.md': 'Only server/ is here.\nserver-side/ too' },
    right: { 'README.md': 'server/   the server', 'server/src/a.ts': 'export const a = 1', '.ci/b.sh': '' },
  },
  'no-machine-names': {
    wrong: { 'docs/a.md': `See ${machinePath}/notes.`, 'ops/src/a.ts': `export const host = '${packageHost}/react'` },
    right: { 'docs/a.md': 'See https://example.org/home/page and ./work/list.' },
  },
}

/** Other files, without violations, for rules that read several files. */
const beside: Record<string, Record<string, string>> = {
  'package-exports': {
    'db/src/migrate.ts': 'export const migrate = 1',
    'db/src/lock.ts': 'export const lock = 1',
    'ops/src/b.ts': `import { migrate } from '@kura/db/migrate'`,
  },
  'one-writer': {
    'db/migrations/0001_checkout.sql': 'create table orders (id uuid);',
    'db/migrations/0002_discovery.sql': 'create table favorites (id uuid);',
  },
  'released-migrations': {
    'package.json': '{ "version": "0.2.0" }',
    'db/migrations/released.json': `{ "0001_checkout.sql": "${releasedSum}" }`,
  },
  map: { 'server/src/a.ts': 'export const a = 1' },
  'declared-search': {
    'web/app/routes.ts': ['a', 'b', 'c', 'f'].map((name) => `route('${name}', '${name}-screen.tsx')`).join(),
    'web/app/b.tsx': `const B = lazy(() => import('./use-step.ts'))`,
    'web/app/use-step.ts': `export const stepSearch = declareSearch({ step: 'browser' })\nuseSearch(stepSearch).get('step')`,
  },
}

test('every lint rule of ours has a planted violation here', () => {
  assert.deepEqual(ownRules.map((rule) => rule.name).sort(), Object.keys(planted).sort())
})

for (const [rule, { wrong, right }] of Object.entries(planted)) {
  test(`${rule}: what breaks it is reported, what does not is left alone`, (t) => {
    const reported = checkRules(checkout(t, { ...beside[rule], ...wrong })).filter(
      (violation) => violation.rule === rule,
    )
    assert.deepEqual([...new Set(reported.map(({ path }) => path))].sort(), Object.keys(wrong).sort())
    assert.ok(reported.every(({ line, message }) => line > 0 && message !== ''))
    assert.deepEqual(
      checkRules(checkout(t, right)).filter((violation) => violation.rule === rule),
      [],
    )
  })
}

/** Rules that oxlint checks for us, with a file that violates each. */
const plantedForOxlint: Record<string, Record<string, string>> = {
  'import(no-cycle)': {
    'server/src/a.ts': `import { b } from './b.ts'\nexport const a = () => b`,
    'server/src/b.ts': `import { a } from './a.ts'\nexport const b = () => a`,
  },
  'typescript(no-floating-promises)': {
    'server/src/a.ts': 'const pay = async () => 1\nexport function buy() {\n  pay()\n}',
  },
  'typescript(no-explicit-any)': { 'server/src/a.ts': 'export const a = (b: any) => b' },
  'typescript(consistent-type-imports)': {
    'server/src/a.ts': `import { Stats } from 'node:fs'\nexport type A = Stats`,
  },
  'eslint(eqeqeq)': { 'server/src/a.ts': 'export const a = (b: number) => b == 1' },
  'eslint(max-lines-per-function)': {
    'server/src/a.ts': `export function a(b: number) {\n${'  b += 1\n'.repeat(80)}  return b\n}`,
  },
}

for (const [rule, files] of Object.entries(plantedForOxlint)) {
  test(`${rule}: a planted violation is reported by the linter with our settings`, (t) => {
    const root = checkout(t, files)
    for (const file of ['.oxlintrc.json', 'tsconfig.base.json', 'tsconfig.json'])
      cpSync(join(rootFolder, file), join(root, file))
    symlinkSync(join(rootFolder, 'node_modules'), join(root, 'node_modules'))
    const run = spawnSync(process.execPath, [binOf('oxlint', 'oxlint'), '--type-aware', '--format=unix'], { cwd: root })
    assert.notEqual(run.status, 0)
    assert.match(String(run.stdout), new RegExp(rule.replace(/[()]/g, '\\$&')))
  })
}
