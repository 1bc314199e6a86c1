import assert from 'node:assert/strict'
import test from 'node:test'
import { blockPage } from './block-page.ts'

test('a block is asked for at a public node, whichever node the shop itself uses', () => {
  const page = (network: 'local' | 'testnet' | 'mainnet') =>
    blockPage({ network, accessNode: 'http://localhost:3002/' }, '77')
  assert.equal(page('local'), 'http://localhost:3002/v1/blocks?height=77')
  assert.equal(page('testnet'), 'https://rest-testnet.onflow.org/v1/blocks?height=77')
  assert.equal(page('mainnet'), 'https://rest-mainnet.onflow.org/v1/blocks?height=77')
})
