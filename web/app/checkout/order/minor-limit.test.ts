import assert from 'node:assert/strict'
import test from 'node:test'
import { ageOn, limitTold, monthlyLimitOf } from './minor-limit.ts'

test('one is a year older from the start of the birthday on, in Japan', () => {
  assert.equal(ageOn('2008-11-22', new Date('2026-11-21T14:59:00Z')), 17)
  assert.equal(ageOn('2008-11-22', new Date('2026-11-21T15:00:00Z')), 18)
  assert.equal(ageOn('2008-02-29', new Date('2026-02-28T03:00:00Z')), 17)
  assert.equal(ageOn('2008-02-29', new Date('2026-03-01T03:00:00Z')), 18)
})

test('the limit goes by age, and adults have none', () => {
  const now = new Date('2026-11-21T03:00:00Z')
  const found = ['2011-01-01', '2010-11-21', '2008-11-22', '2008-11-21'].map((birthday) =>
    monthlyLimitOf(birthday, now),
  )
  assert.deepEqual(found, [5000, 20_000, 20_000, null])
})

test('a refusal tells limit and rest, or nothing', () => {
  const details = [
    { field: 'monthlyLimitYen', fault: '5000' },
    { field: 'leftYen', fault: '300' },
  ]
  assert.deepEqual(limitTold({ details }), { limitYen: 5000, leftYen: 300 })
  for (const less of [undefined, [], details.slice(0, 1)])
    assert.equal(limitTold({ details: less as never }), undefined)
})
