import assert from 'node:assert/strict'
import test from 'node:test'
import { takeUnannounced } from './watch-gifts.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 1)

/** The storage of one browser, and the member who is signed in. */
function browser() {
  const kept = new Map<string, string>()
  let owner = 'hanako'
  const world = {
    storage: () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }),
    owner: () => owner,
    now: () => start,
  }
  return { world, signIn: (name: string) => (owner = name) }
}

const arrived = (giftId: string, hours: number) =>
  ({ giftId, side: 'received', state: 'sealed', sealedAt: new Date(start + hours * hour).toISOString() }) as const
const take = (gifts: Parameters<typeof takeUnannounced>[0], { world }: ReturnType<typeof browser>, hours = 0) =>
  takeUnannounced(gifts, start + hours * hour, world).map(({ giftId }) => giftId)

test('a gift that arrived is announced once, in the order of the arrivals', () => {
  const own = browser()
  assert.deepEqual(take([arrived('second', -1), arrived('first', -2)], own), ['first', 'second'])
  assert.deepEqual(take([arrived('second', -1), arrived('first', -2)], own), [])
  assert.deepEqual(take([arrived('third', 30), arrived('second', -1)], own, 48), ['third'])
})

test('a new browser announces nothing older than a day', () => {
  const own = browser()
  assert.deepEqual(take([arrived('new', -23), arrived('old', -25)], own), ['new'])
})

test('sent gifts and gifts on their way are not announced; received ones are', () => {
  const own = browser()
  const sent = { ...arrived('sent', -1), side: 'sent' } as const
  const claimed = { giftId: 'claimed', side: 'received', state: 'claimed', sealedAt: null } as const
  assert.deepEqual(take([sent, claimed], own), [])
  assert.deepEqual(take([sent, arrived('claimed', 1)], own, 1), ['claimed'])
})

test('another member of the same browser is shown their own gifts', () => {
  const own = browser()
  assert.deepEqual(take([arrived('hers', -1)], own), ['hers'])
  own.signIn('taro')
  assert.deepEqual(take([arrived('his', -2)], own), ['his'])
})
