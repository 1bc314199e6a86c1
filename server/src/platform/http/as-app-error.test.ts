import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testWorld } from '../../testing/test-world.ts'
import { asAppError, isUnheld } from './as-app-error.ts'

const { deps } = await testWorld({ after })
const { sql } = deps

const faultOf = (statement: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(statement).then(
    () => assert.fail('the database took it'),
    (error: unknown) => error,
  )

test('a value that the database cannot hold is the caller’s fault', async () => {
  for (const [value, type] of [
    ['0000-01-01T00:00:00Z', 'timestamptz'],
    ['2026-01-01T00:00:00+23:00', 'timestamptz'],
    ['2026-99-99T00:00:00Z', 'timestamptz'],
    [`2026-01-01T00:00:00.${'1'.repeat(200)}Z`, 'timestamptz'],
    ['no id', 'uuid'],
    ['99999999999', 'integer'],
    ['many', 'numeric'],
    ['a\0', 'text'],
  ] as const) {
    const error = await faultOf(sql`select ${value}::text::${sql.unsafe(type)} as held`)
    assert.equal(isUnheld(error), true, `${type}: ${String(error)}`)
    assert.equal(asAppError(error).code, 'INVALID_REQUEST_FORMAT', value)
  }
})

test('a fault of a statement is a bug of ours, and an error that only resembles one of the database is not mapped', async () => {
  for (const statement of [sql`select 1 / 0`, sql`select nowhere`, sql`insert into members (id) values (null)`]) {
    const error = await faultOf(statement)
    assert.equal(isUnheld(error), false)
    assert.equal(asAppError(error).code, 'INTERNAL_SERVER_ERROR')
  }
  const alike = Object.assign(new Error('from elsewhere'), { code: '22008' })
  assert.equal(asAppError(alike).code, 'INTERNAL_SERVER_ERROR')
})
