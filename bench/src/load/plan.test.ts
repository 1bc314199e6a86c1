import assert from 'node:assert/strict'
import test from 'node:test'
import { rates } from '@kura/contract/rates'
import { fullSizes, quickSizes } from '../sizes.ts'
import { firstTurnOf, numbersPerLoad, placeOf } from './plan.ts'

/** More than a fast machine reserves while one bench runs on one database, in consecutive loads. */
const loads = 20
const perLoad = { full: 4000, quick: 1300 }

for (const [size, { members }] of Object.entries({ full: fullSizes, quick: quickSizes }))
  void test(`no member meets a limit for the requests of a bench, ${size} size`, () => {
    const asked = new Map<number, number>()
    for (let load = 1; load <= loads; load += 1)
      for (let sent = 1; sent <= perLoad[size as keyof typeof perLoad]; sent += 1) {
        const member = (firstTurnOf(load * numbersPerLoad) + sent) % members
        asked.set(member, (asked.get(member) ?? 0) + 1)
      }
    const most = Math.max(...asked.values())
    assert.ok(most <= rates.reservePerMember.burst, `one member is asked ${most} times`)
  })

void test('requests of a load and of later loads come from separate sources', () => {
  const numbers = [1, 2, 3].flatMap((load) => [0, 1, 255, 256, 65_536].map((sent) => load * numbersPerLoad + sent))
  const places = numbers.map((number) => placeOf(number)['x-forwarded-for'])
  assert.equal(new Set(places).size, numbers.length)
})
