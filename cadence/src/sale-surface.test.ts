import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const contract = read('contracts/SalePermission.cdc')
/** Function names with this access, in the order of the text. */
const withAccess = (access: string) =>
  [...contract.matchAll(/access\(([^)]*)\) (?:view )?fun (\w+)/g)]
    .filter((one) => one[1] === access)
    .map((one) => one[2])

test('in public there is reading, delivering, ending by the agent and cleaning up, and nothing else', () => {
  const changing = [...contract.matchAll(/access\(all\) fun (\w+)/g)].map((one) => one[1])
  assert.deepEqual(changing, ['fulfil', 'cancelByAgent', 'cleanUp', 'createGrants'])
  assert.deepEqual(withAccess('Sell'), ['add'])
  assert.deepEqual(withAccess('Cancel'), ['cancel', 'cancelAll'])
  assert.deepEqual(withAccess('Sell | Cancel'), ['takeSpent'])
})

test('both functions that move or end for an agent ask for its right with the entitlement', () => {
  for (const name of ['fulfil', 'cancelByAgent'])
    assert.match(contract, new RegExp(`fun ${name}\\(\\s*agent: auth\\(Fulfil\\) &Agent`), name)
})

test('nobody hands an account to the contract, and the contract keeps no right of a seller outside a grant', () => {
  assert.doesNotMatch(contract, /&Account/)
  const kept = [...contract.matchAll(/^ *access\(\w+\) (?:let|var) \w+: .*Capability</gm)].map((one) => one[0].trim())
  assert.deepEqual(kept, ['access(self) let capability: Capability<'])
})

test('the sell transaction takes the eight arguments, in order', () => {
  const sell = read('transactions/sale/sell.cdc')
  const parameters = /transaction\(([^)]*)\)/.exec(sell)![1]!
  assert.deepEqual(
    parameters.split(',').map((one) => one.trim()),
    [
      'agent: Address',
      'orderId: String',
      'refId: String',
      'nftId: UInt64',
      'version: UInt32',
      'metadata: [String]',
      'signature: String',
      'keyIndex: Int',
    ],
  )
})

test('every sale transaction and script has a door', () => {
  const doors = ['src/sale.ts', 'src/sale-agent.ts'].map(read).join('\n')
  const files = ['transactions', 'scripts'].flatMap((folder) =>
    readdirSync(new URL(`../${folder}/sale/`, import.meta.url)).map((file) => file.replace('.cdc', '')),
  )
  assert.ok(files.length > 10)
  for (const file of files) assert.match(doors, new RegExp(`'sale/${file}'`), file)
})
