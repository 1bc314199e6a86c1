// What any Flow network must do with contracts: deploy, update, refuse, forget nothing of it for
// the next reader.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventFields, networkUnderTest, type Network, type TestAccount } from './test-network.ts'

let network: Network
let close: () => Promise<void>
let owner: TestAccount

before(async () => {
  ;({ network, close } = await networkUnderTest(process.env))
  owner = await network.createAccount()
})
after(() => close())

const text = (value: string) => ({ type: 'String', value })
const own = () => ({ proposer: owner, payer: owner, authorizers: [owner] })

const change = (act: 'add' | 'update', name: string, code: string) => ({
  ...own(),
  script: `transaction(name: String, code: String) { prepare(signer: auth(Contracts) &Account) {
    signer.contracts.${act}(name: name, code: code.utf8) } }`,
  args: [text(name), text(code)],
})

const shelf = (price: string, extra = '') => `access(all) contract Shelf {
  access(all) event Priced(price: UFix64)
  access(all) resource Item { access(all) let id: UInt64; init() { self.id = self.uuid } }
  access(all) fun make(): @Item { return <- create Item() }
  access(all) fun price(): UFix64 { return ${price} }
  access(all) fun say() { emit Priced(price: self.price()) }
  ${extra}
  init() {}
}`

const readPrice = () =>
  network.script(`import Shelf from 0x${owner.address}\naccess(all) fun main(): UFix64 { return Shelf.price() }`)
const sayPrice = async () => {
  const result = await network.succeed({
    ...own(),
    script: `import Shelf from 0x${owner.address}\ntransaction { prepare(signer: &Account) { Shelf.say() } }`,
  })
  return eventFields(result.events.find(({ type }) => type === `A.${owner.address}.Shelf.Priced`)!).price.value
}

test('a contract is deployed, is listed with its code, and answers scripts and transactions', async () => {
  const result = await network.succeed(change('add', 'Shelf', shelf('1.0')))
  assert.ok(result.events.some(({ type }) => type === 'flow.AccountContractAdded'))
  const { contracts } = (await network.get(`/accounts/${owner.address}?expand=contracts`)).body
  assert.equal(Buffer.from(contracts.Shelf, 'base64').toString(), shelf('1.0'))
  assert.deepEqual(await readPrice(), { type: 'UFix64', value: '1.00000000' })
  assert.equal(await sayPrice(), '1.00000000')
})

test('an update is seen at once by scripts, by transactions and by contracts that import it', async () => {
  const shop = `import Shelf from 0x${owner.address}\naccess(all) contract Shop { access(all) fun price(): UFix64 { return Shelf.price() } init() {} }`
  await network.succeed(change('add', 'Shop', shop))
  const throughShop = () =>
    network.script(`import Shop from 0x${owner.address}\naccess(all) fun main(): UFix64 { return Shop.price() }`)
  assert.deepEqual(await throughShop(), { type: 'UFix64', value: '1.00000000' })
  await network.succeed(change('update', 'Shelf', shelf('2.0')))
  assert.deepEqual(await readPrice(), { type: 'UFix64', value: '2.00000000' })
  assert.equal(await sayPrice(), '2.00000000')
  assert.deepEqual(await throughShop(), { type: 'UFix64', value: '2.00000000' })
})

test('an update that fails later in its transaction is not seen by anyone', async () => {
  const failing = change('update', 'Shelf', shelf('9.0'))
  const result = await network.send({
    ...failing,
    script: failing.script.replace('code.utf8) }', 'code.utf8); panic("no") }'),
  })
  assert.equal(result.status_code, 1)
  assert.deepEqual(await readPrice(), { type: 'UFix64', value: '2.00000000' })
  assert.equal(await sayPrice(), '2.00000000')
})

test('an update that would break stored values is refused', async () => {
  const broken = shelf('3.0')
    .replace('access(all) let id: UInt64', 'access(all) let id: String')
    .replace('self.uuid', '""')
  const result = await network.send(change('update', 'Shelf', broken))
  assert.equal(result.status_code, 1)
  assert.match(result.error_message, /\[Error Code: 1101\][^]*mismatching field/)
  assert.deepEqual(await readPrice(), { type: 'UFix64', value: '2.00000000' })
})

test('a contract that does not check is refused', async () => {
  const result = await network.send(
    change('add', 'Broken', 'access(all) contract Broken { access(all) fun f(): Int { return "x" } }'),
  )
  assert.match(result.error_message, /\[Error Code: 1101\][^]*mismatched types/)
})

test('a contract can be removed and does not answer afterwards', async () => {
  await network.succeed(
    change('add', 'Gone', 'access(all) contract Gone { access(all) fun here(): Bool { return true } }'),
  )
  const ask = `import Gone from 0x${owner.address}\naccess(all) fun main(): Bool { return Gone.here() }`
  assert.deepEqual(await network.script(ask), { type: 'Bool', value: true })
  await network.succeed({
    ...own(),
    script: 'transaction { prepare(signer: auth(Contracts) &Account) { signer.contracts.remove(name: "Gone") } }',
  })
  assert.equal((await network.script(ask)).status, 400)
})

test('resources have numbers that never come twice', async () => {
  const make = `import Shelf from 0x${owner.address}
    transaction { prepare(signer: auth(Storage) &Account) {
      let a <- Shelf.make(); let b <- Shelf.make(); assert(a.id != b.id)
      let seen = signer.storage.load<[UInt64]>(from: /storage/seen) ?? []
      assert(!seen.contains(a.id) && !seen.contains(b.id)); seen.append(a.id); seen.append(b.id)
      signer.storage.save(seen, to: /storage/seen); destroy a; destroy b } }`
  for (let round = 0; round < 3; round += 1) await network.succeed({ ...own(), script: make })
})

test('capability controllers have numbers that never come twice', async () => {
  const issue = `transaction { prepare(signer: auth(Storage, Capabilities) &Account) {
    let ids = signer.storage.load<[UInt64]>(from: /storage/ids) ?? []
    let id = signer.capabilities.storage.issue<&Int>(/storage/number).id
    assert(!ids.contains(id)); ids.append(id); signer.storage.save(ids, to: /storage/ids)
    signer.capabilities.storage.getController(byCapabilityID: id)!.delete() } }`
  for (let round = 0; round < 3; round += 1) await network.succeed({ ...own(), script: issue })
})

test('the standard contracts are where the emulator has them', async () => {
  const names = async (address: string) =>
    Object.keys((await network.get(`/accounts/${address}?expand=contracts`)).body.contracts)
  const service = await names('f8d6e0586b0a20c7')
  for (const name of ['NonFungibleToken', 'MetadataViews', 'ViewResolver', 'Burner'])
    assert.ok(service.includes(name), name)
  assert.ok((await names('ee82856bf20e2aa6')).includes('FungibleToken'))
})
