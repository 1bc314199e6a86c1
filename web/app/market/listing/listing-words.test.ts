import assert from 'node:assert/strict'
import test from 'node:test'
import type { SaleView, OwnListingView } from '@kura/contract/market/listing'
import { listingEnds, listingStates, withdrawCauses, tradeStates } from '@kura/contract/states'
import type { TradeState } from '@kura/contract/states'
import { controlReasons } from '@kura/contract/catalogue/control'
import { listingWords as en } from '../../words/en/listing.ts'
import { listingWords as ja } from '../../words/ja/listing.ts'
import { asTab, noteOf, standingOf, statesOf, reasonWord, isMoving } from './listing-words.ts'

const both = [ja, en] as Record<string, string>[]
const at = '2026-11-21T03:00:00Z'
const saleIn = (state: TradeState): SaleView => ({
  state,
  startedAt: at,
  txId: null,
  deliveredAt: at,
  clearsAt: at,
  settledAt: null,
  endedAt: null,
})

test('every state is in one part of the list, but for what never came about', () => {
  const shown = Object.values(statesOf).flat()
  assert.equal(new Set(shown).size, shown.length)
  assert.deepEqual(
    listingStates.filter((state) => !shown.includes(state)),
    ['drafted', 'given-up'],
  )
})

test('every standing and every reason of an end has words', () => {
  for (const words of both) {
    for (const state of listingStates)
      for (const sale of [null, ...tradeStates.map(saleIn)])
        assert.ok(words[`listings.state.${standingOf({ state, sale })}`], `${state} ${sale?.state}`)
    for (const endReason of listingEnds)
      assert.ok(words[noteOf({ state: 'ended', endReason, withdrawalCause: null, sale: null })?.word ?? ''], endReason)
    for (const withdrawalCause of withdrawCauses) {
      const { word = '' } = noteOf({ state: 'ended', endReason: 'agent', withdrawalCause, sale: null }) ?? {}
      assert.equal(word, `listings.withdrawn.${withdrawalCause}`)
      assert.ok(words[word], word)
      const ending = noteOf({ state: 'ending', endReason: null, withdrawalCause, sale: null })
      assert.deepEqual(ending, { word: 'listings.note.ending', cause: word })
    }
    for (const state of ['pending', 'held', 'ending'] as const)
      assert.ok(words[noteOf({ state, endReason: null, withdrawalCause: null, sale: null })?.word ?? ''], state)
    for (const sale of (['delivered', 'settled', 'undone'] as const).map(saleIn))
      assert.ok(words[noteOf({ state: 'sold', endReason: null, withdrawalCause: null, sale })?.word ?? ''], sale.state)
  }
  assert.equal(noteOf({ state: 'open', endReason: null, withdrawalCause: null, sale: null }), undefined)
  assert.equal(noteOf({ state: 'ended', endReason: null, withdrawalCause: null, sale: null }), undefined)
})

test('what is held is distinguished: being paid for, or paid and on its way', () => {
  const held = (sale: SaleView | null) => noteOf({ state: 'held', endReason: null, withdrawalCause: null, sale })?.word
  assert.equal(held(null), 'listings.note.held')
  assert.equal(held(saleIn('delivering')), 'listings.note.delivering')
  assert.equal(standingOf({ state: 'held', sale: saleIn('delivering') }), 'delivering')
})

test('what is sold says where the money is: resting until a day, the seller’s, or refunded', () => {
  const sold = (state: TradeState) =>
    noteOf({ state: 'sold', endReason: null, withdrawalCause: null, sale: saleIn(state) })
  assert.deepEqual(sold('delivered'), { word: 'listings.note.resting', day: 'clearsAt' })
  assert.deepEqual(sold('settled'), { word: 'listings.note.settled', day: 'settledAt' })
  assert.deepEqual(sold('undone'), { word: 'listings.note.undone' })
  assert.equal(standingOf({ state: 'sold', sale: saleIn('undone') }), 'undone')
  assert.equal(standingOf({ state: 'sold', sale: saleIn('settled') }), 'sold')
})

test('an address that names no part shows what is on sale', () => {
  assert.deepEqual(['over', 'sold', 'on', 'else', null].map(asTab), ['over', 'sold', 'on', 'on', 'on'])
})

test('what stands in the way has words; what the item says of other tokens, or is asked on the way, does not stand in it', () => {
  assert.equal(reasonWord({ isAllowed: true, reason: null }), undefined)
  const open = controlReasons.filter((reason) => reasonWord({ isAllowed: false, reason }) === undefined)
  assert.deepEqual(open.toSorted(), ['listed-already', 'offered-as-gift', 'terms-outdated'])
  assert.equal(reasonWord({ isAllowed: false, reason: 'sales-paused' }), 'own.why.sales-paused')
  assert.equal(reasonWord({ isAllowed: false, reason: 'not-listed' }), 'own.why.other')
})

test('what ends by itself is checked often: being paid for, cancelled, given or moved', () => {
  const listed = (state: OwnListingView['state']) => isMoving({ listing: { state } as OwnListingView, underWay: null })
  assert.deepEqual(listingStates.filter(listed), ['held', 'ending'])
  assert.equal(isMoving({ listing: null, underWay: { kind: 'gift', id: '', state: 'open' } }), true)
  assert.equal(isMoving({ listing: null, underWay: null }), false)
  assert.equal(isMoving(undefined), false)
})
