import assert from 'node:assert/strict'
import test from 'node:test'
import { listingEnds, listingStates } from '@kura/contract/states'
import { sellingWords as en } from '../words/en/selling.ts'
import { sellingWords as ja } from '../words/ja/selling.ts'
import { asTab, noteOf, statesOf } from './listing-words.ts'

const both = [ja, en] as Record<string, string>[]

test('every state is in one part of the list, but for what never came about', () => {
  const shown = Object.values(statesOf).flat()
  assert.equal(new Set(shown).size, shown.length)
  assert.deepEqual(
    listingStates.filter((state) => !shown.includes(state)),
    ['drafted', 'given-up'],
  )
})

test('every state and every reason of an end has words', () => {
  for (const words of both) {
    for (const state of listingStates) assert.ok(words[`listings.state.${state}`], state)
    for (const endReason of listingEnds) assert.ok(words[noteOf({ state: 'ended', endReason }) ?? ''], endReason)
    for (const state of ['pending', 'held', 'ending'] as const)
      assert.ok(words[noteOf({ state, endReason: null }) ?? ''], state)
  }
  assert.equal(noteOf({ state: 'open', endReason: null }), undefined)
  assert.equal(noteOf({ state: 'ended', endReason: null }), undefined)
})

test('an address that names no part shows what is on sale', () => {
  assert.deepEqual(['over', 'sold', 'on', 'else', null].map(asTab), ['over', 'sold', 'on', 'on', 'on'])
})
