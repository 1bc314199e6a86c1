import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contractAddresses } from './addresses.ts'
import { isAddressOf, type FlowNetwork } from '@kura/contract/chain/flow-address'
import { loadCadence, resolveImports } from './sources.ts'

const root = new URL('../', import.meta.url)
const files = ['contracts', 'transactions', 'scripts'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.cdc'))
    .map((path) => `${folder}/${path}`),
)

test('every address in flow.json is one of its network', () => {
  for (const network of ['local', 'testnet', 'mainnet'] satisfies FlowNetwork[])
    for (const [name, address] of Object.entries(contractAddresses(network)))
      assert.equal(isAddressOf(network, address), true, `${name} on ${network}`)
})

test('every Cadence file imports by name, and every name has an address', () => {
  const addresses = contractAddresses('local', { Collectible: '0x01cf0e2f2f715450' })
  assert.ok(files.length > 10)
  for (const path of files) {
    assert.doesNotMatch(readFileSync(new URL(path, root), 'utf8'), /\b0x[0-9a-f]{8,}/, path)
    assert.doesNotMatch(loadCadence(path, addresses), /^import "/m, path)
  }
})

test('an import without an address is an error and not a broken transaction', () => {
  assert.throws(() => resolveImports('import "Collectible"\n', contractAddresses('mainnet')), /Collectible/)
})
