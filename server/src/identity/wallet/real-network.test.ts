import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { address as addressValue, array, integer, string } from '@kura/cadence/json-cdc'
import type { SigningKey } from '@kura/cadence/send'
import { generatePrivateKey, privateKeySigner } from '@kura/cadence/sign'
import { chainNetwork, configOf } from '../../chain/testing/chain-world.ts'
import { ensureFullMember } from '../member/ensure-full-member.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { holdsProof, proofMessage } from './account-proof.ts'

const network = chainNetwork()
const app = 'http://localhost:3000'
const signed = async ({ signer }: SigningKey, message: Uint8Array) =>
  Buffer.from(await signer.sign(message)).toString('hex')

test('a member goes from no wallet to a linked one with a collection, on a real network', async () => {
  const chain = network.world()
  const config = configOf(chain)
  const { deps, call, bot } = await testWorld(
    { after },
    {
      FLOW_ACCESS_NODE: chain.url,
      FLOW_CONTRACT_ADDRESS: config.contractAddress,
      FLOW_NFT_ADDRESS: config.nftAddress,
      FLOW_FT_ADDRESS: config.ftAddress,
      FLOW_CRYPTO_ADDRESS: config.cryptoAddress,
    },
  )
  const { session } = await seedMember(deps)
  const owner = await chain.newAccount()
  const { address } = owner
  const setUp = async () => {
    const answer = await call('flowSetup', { body: { address } }, { session, bot: await bot('flow_setup') })
    assert.ok(answer.ok, JSON.stringify(answer))
    return answer.data
  }
  const prepared = await call('flowPrepare', {}, { session, bot: await bot('flow_prepare') })
  assert.ok(prepared.ok)
  const { nonce } = prepared.data
  const first = await setUp()
  assert.ok(first.needsSetup && first.transaction)
  await chain.act(owner, { ...first.transaction, args: [] })
  assert.deepEqual(await setUp(), { needsSetup: false, transaction: null })

  const signature = await signed(owner, proofMessage({ appIdentifier: app, address, nonce }))
  const body = { nonce, address, keyId: owner.keyIndex, signature }
  const added = await call('flowAdd', { body }, { session, bot: await bot('flow_add') })
  assert.deepEqual(added, { ok: true, data: {} })
  const account = await call('account', {}, { session })
  assert.ok(account.ok)
  assert.equal(account.data.flowAddress, address)

  // the gate before buying asks the same chain: of this wallet, and of one that has no collection
  const { userId: memberId } = account.data
  const forget = (linked: string) => deps.sql`
    update members set flow_address = ${linked}, collection_address = null, collection_seen_at = null where id = ${memberId}`
  await forget(address)
  await ensureFullMember(deps, { memberId })
  await forget((await chain.newAccount()).address)
  await assert.rejects(ensureFullMember(deps, { memberId }), { code: 'WALLET_REQUIRED' })
})

test('we and the contract that wallets’ apps use agree on which proofs hold', async () => {
  const chain = network.world()
  const script = `import FCLCrypto from ${chain.addresses['FCLCrypto']}
    access(all) fun main(address: Address, message: String, keyIndices: [Int], signatures: [String]): Bool {
      return FCLCrypto.verifyAccountProofSignatures(address: address, message: message, keyIndices: keyIndices, signatures: signatures)
    }`
  const owners = [
    await chain.newAccount(),
    await chain.newAccount(privateKeySigner(generatePrivateKey(), { hashAlgorithm: 'SHA2_256' })),
    await chain.newAccount(privateKeySigner(generatePrivateKey(), { signatureAlgorithm: 'ECDSA_secp256k1' })),
  ]
  const [stranger] = owners
  assert.ok(stranger)
  for (const owner of owners) {
    const about = { appIdentifier: app, address: owner.address, nonce: 'ab'.repeat(32) }
    const own = await signed(owner, proofMessage(about))
    const other = await signed(owner, proofMessage({ ...about, appIdentifier: 'https://evil.example' }))
    const late = await signed(owner, proofMessage({ ...about, nonce: 'cd'.repeat(32) }))
    const cases: [number[], string[], boolean][] = [
      [[0], [own], true],
      [[0], [other], false],
      [[0], [late], false],
      [[0, 0], [own, own], false],
      [[1], [own], false],
      [[], [], false],
      [[0], ['00'.repeat(64)], false],
    ]
    if (owner !== stranger) cases.push([[0], [await signed(stranger, proofMessage(about))], false])
    const account = await chain.accessNode.findAccount(owner.address)
    for (const [keyIds, signatures, expected] of cases) {
      const proof = { ...about, signatures: keyIds.map((keyId, at) => ({ keyId, signature: signatures[at] ?? '' })) }
      assert.equal(holdsProof(account?.keys ?? [], proof), expected)
      const args = [
        addressValue(owner.address),
        string(proofMessage(about).subarray(32).toString('hex')),
        array(keyIds.map((keyId) => integer('Int', keyId))),
        array(signatures.map(string)),
      ]
      const theirs = await chain.ask({ cadence: script, args }).catch(() => false)
      assert.equal(theirs, expected, `${owner.signer.signatureAlgorithm} ${keyIds.join()}`)
    }
  }
})
