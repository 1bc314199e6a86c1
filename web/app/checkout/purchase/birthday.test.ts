import assert from 'node:assert/strict'
import test from 'node:test'
import { faultOfBirthday, formatBirthday, readBirthday, ageOn, readMinorLimit, monthlyLimitOf } from './birthday.ts'

const now = new Date('2026-11-21T09:00:00+09:00')

test('a date of birth takes its form while it is typed, pasted or filled in', () => {
  assert.equal(formatBirthday('199'), '199')
  assert.equal(formatBirthday('1999'), '1999 / ')
  assert.equal(formatBirthday('19990'), '1999 / 0')
  assert.equal(formatBirthday('1999-04-09'), '1999 / 04 / 09')
  assert.equal(formatBirthday('１９９９年０４月０９日'), '1999 / 04 / 09')
})

test('deleting goes back over the separators', () => {
  assert.equal(formatBirthday('1999 /', '1999 / '), '199')
  assert.equal(formatBirthday('1999 / 04 /', '1999 / 04 / '), '1999 / 0')
  assert.equal(formatBirthday('1999 / 04 / 0', '1999 / 04 / 09'), '1999 / 04 / 0')
})

test('only days of the calendar on which somebody alive was born are read', () => {
  assert.equal(readBirthday('1999 / 04 / 09', now), '1999-04-09')
  assert.equal(readBirthday('2004 / 02 / 29', now), '2004-02-29')
  assert.equal(readBirthday('2026 / 11 / 21', now), '2026-11-21')
  for (const text of [
    '2005 / 02 / 29',
    '1999 / 13 / 01',
    '1999 / 00 / 10',
    '2026 / 11 / 22',
    '1890 / 01 / 01',
    '1999 / 04',
  ])
    assert.equal(readBirthday(text, now), undefined, text)
})

test('what is missing and what is wrong are distinguished', () => {
  assert.equal(faultOfBirthday(' ', now), 'missing')
  assert.equal(faultOfBirthday('2005 / 02 / 29', now), 'wrong')
  assert.equal(faultOfBirthday('1999 / 04 / 09', now), undefined)
})

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

test('a refusal gives the limit and the rest, or nothing', () => {
  const details = [
    { field: 'monthlyLimitYen', fault: '5000' },
    { field: 'leftYen', fault: '300' },
  ]
  assert.deepEqual(readMinorLimit({ details }), { limitYen: 5000, leftYen: 300 })
  for (const less of [undefined, [], details.slice(0, 1)])
    assert.equal(readMinorLimit({ details: less as never }), undefined)
})
