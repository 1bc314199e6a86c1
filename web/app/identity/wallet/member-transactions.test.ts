import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import type { CadenceType, MakeArgument } from '@onflow/fcl'
import type { SiteConfig } from '@kura/contract/site'
import type { MemberTransaction } from './run-transaction.ts'
import { cancelSaleOrders, sell, transfer, valuesOf } from './member-transactions.ts'

const site = {} as SiteConfig
const text = { cadence: 'transaction {}', limit: 5000, signer: '0x01cf0e2f2f715450' }
const sent = { transactionId: 'ab'.repeat(32), waitForSeal: () => Promise.resolve() }

const type = (label: string): CadenceType => ({ label })
const types = {
  Address: type('Address'),
  Int: type('Int'),
  String: type('String'),
  UInt32: type('UInt32'),
  UInt64: type('UInt64'),
  Array: ({ label }: CadenceType) => type(`[${label}]`),
}
const written: MakeArgument = (value, { label }) => [label, value]

/** Runs it with a wallet that records its input. */
async function noted(
  act: (run: (site: SiteConfig, given: MemberTransaction) => Promise<typeof sent>) => Promise<unknown>,
) {
  const given: MemberTransaction[] = []
  const answer = await act(async (_site, transaction) => (given.push(transaction), sent))
  const [only] = given
  assert.ok(only && given.length === 1)
  const { args, ...rest } = only
  return { answer, rest, args: args?.(written, types) }
}

/** The parameters of a transaction, as its text has them. */
function readParameters(path: string): { name: string; type: string }[] {
  const cadence = readFileSync(new URL(`../../../../cadence/transactions/${path}.cdc`, import.meta.url), 'utf8')
  const parameters = /transaction\(([^)]*)\)/.exec(cadence)?.[1] ?? assert.fail(path)
  return parameters.split(',').map((one) => {
    const [name = '', type = ''] = one.split(':').map((part) => part.trim())
    return { name, type }
  })
}
const parametersOf = (path: string): string[] => readParameters(path).map(({ type: ofOne }) => ofOne)

const given = {
  agent: '0xf8d6e0586b0a20c7',
  orderId: '01990000-0000-7000-8000-00000000000a',
  refId: '01990000-0000-7000-8000-00000000000b',
  nftId: '18446744073709551615',
  version: 7,
  metadata: ['exp', '1793000000', 'price', '12000'],
  signature: 'cd'.repeat(64),
  keyIndex: 3,
}

test('selling gives the wallet the eight arguments in the order and of the types of the transaction', async () => {
  const { answer, rest, args } = await noted((run) => sell(site, text, given, run))
  assert.equal(answer, sent)
  assert.deepEqual(rest, text)
  assert.deepEqual(args, [
    ['Address', given.agent],
    ['String', given.orderId],
    ['String', given.refId],
    ['UInt64', given.nftId],
    ['UInt32', '7'],
    ['[String]', given.metadata],
    ['String', given.signature],
    ['Int', '3'],
  ])
  assert.deepEqual(
    (args as [string][]).map(([label]) => label),
    parametersOf('sale/sell'),
  )
})

test('what is shown before signing are the same eight, by the names of the transaction', () => {
  const shown = valuesOf(given)
  assert.deepEqual(
    shown.map(([name]) => name),
    readParameters('sale/sell').map(({ name }) => name),
  )
  assert.deepEqual(new Map(shown).get('metadata'), 'exp, 1793000000, price, 12000')
})

test('a transfer gives the id and the recipient', async () => {
  const moved = { id: '42', to: '0x179b6b1cb6755e31' }
  const { answer, rest, args } = await noted((run) => transfer(site, text, moved, run))
  assert.equal(answer, sent)
  assert.deepEqual(rest, text)
  assert.deepEqual(args, [
    ['UInt64', '42'],
    ['Address', moved.to],
  ])
  assert.deepEqual(
    (args as [string][]).map(([label]) => label),
    parametersOf('token/transfer'),
  )
})

test('cancelling gives the ids of the orders', async () => {
  const { rest, args } = await noted((run) => cancelSaleOrders(site, text, ['a', 'b'], run))
  assert.deepEqual([rest, args], [text, [['[String]', ['a', 'b']]]])
  assert.deepEqual(parametersOf('sale/cancel'), ['[String]'])
})
