import assert from 'node:assert/strict'
import test from 'node:test'
import { transactionPage, blockPage } from './chain-pages.ts'

test('a transaction is checked where its network shows it', () => {
  const txId = 'ab'.repeat(32)
  const page = (network: 'local' | 'testnet' | 'mainnet') =>
    transactionPage({ network, accessNode: 'http://localhost:3002/' }, txId)
  assert.equal(page('local'), `http://localhost:3002/v1/transaction_results/${txId}`)
  assert.equal(page('testnet'), `https://testnet.flowscan.io/tx/${txId}`)
  assert.equal(page('mainnet'), `https://www.flowscan.io/tx/${txId}`)
})

test('a block is asked for at a public node, whichever node the shop itself uses', () => {
  const page = (network: 'local' | 'testnet' | 'mainnet') =>
    blockPage({ network, accessNode: 'http://localhost:3002/' }, '77')
  assert.equal(page('local'), 'http://localhost:3002/v1/blocks?height=77')
  assert.equal(page('testnet'), 'https://rest-testnet.onflow.org/v1/blocks?height=77')
  assert.equal(page('mainnet'), 'https://rest-mainnet.onflow.org/v1/blocks?height=77')
})
