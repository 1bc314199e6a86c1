// A29: every call that takes an account proof refuses every forged one.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { CallName } from '@kura/contract/paths'
import { nodeKey, startAccountNode } from '../../identity/wallet/testing/account-node.ts'
import type { NodeKey } from '../../identity/wallet/testing/account-node.ts'
import { proofMessage } from '../../identity/wallet/account-proof.ts'
import { walletHand } from '../../identity/wallet/testing/wallet-hand.ts'
import type { Wallet } from '../../identity/wallet/testing/wallet-hand.ts'
import { seedMember } from '../seed-member.ts'
import type { SeededMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import { sendCall } from './send-call.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, http } = world
const { wallets, nonce, sign, prove } = walletHand(world, node)
const [alice, bob, carol] = wallets as [Wallet, Wallet, Wallet]
beforeEach(async () => {
  await deps.sql`delete from rate_limits`
  await deps.sql`update members set flow_address = null, email = coalesce(email, id || '@example.jp')`
  for (const { address, key } of wallets) node.accounts.set(address.slice(2), [key])
})

type Sent = { nonce: string; keyId: number; signature: string; moreSignatures?: { keyId: number; signature: string }[] }
type Call = {
  name: CallName
  /** Whose wallet is to be proven. */
  wallet: Wallet
  /** Whether the nonce is fetched, and the call made, in the member's session. */
  withSession: boolean
  body: (proof: Sent, address: string, member: SeededMember) => Promise<object>
}
const password = 'correct horse battery staple'
const calls: Record<string, Call> = {
  flowAdd: { name: 'flowAdd', wallet: bob, withSession: true, body: async (proof, address) => ({ ...proof, address }) },
  flowSignIn: {
    name: 'flowSignIn',
    wallet: bob,
    withSession: false,
    body: async (proof, address) => ({ ...proof, address }),
  },
  'flowChange, the linked wallet': {
    name: 'flowChange',
    wallet: alice,
    withSession: true,
    body: async (proof, _address, member) => ({
      current: proof,
      next: { ...(await prove(bob, member)), address: bob.address },
    }),
  },
  'flowChange, the next wallet': {
    name: 'flowChange',
    wallet: bob,
    withSession: true,
    body: async (proof, address, member) => ({ current: await prove(alice, member), next: { ...proof, address } }),
  },
  flowRecovery: {
    name: 'flowRecovery',
    wallet: bob,
    withSession: true,
    body: async (proof, address) => ({ next: { ...proof, address }, password }),
  },
  'emailChange, the linked wallet': {
    name: 'emailChange',
    wallet: alice,
    withSession: true,
    body: async (proof) => ({ email: 'next@example.jp', proof }),
  },
}

type Scene = { call: Call; member: SeededMember; other: SeededMember }
const nonceFor = ({ call, member }: Scene) => nonce(call.withSession ? member : undefined)
const keysAre = (wallet: Wallet, ...keys: NodeKey[]) => void node.accounts.set(wallet.address.slice(2), keys)
const secret = String(wallets.indexOf(bob) + 1)

const forgeries: Record<string, (scene: Scene) => Promise<Sent>> = {
  'a nonce of another session': async ({ call, other }) => prove(call.wallet, other),
  'a nonce fetched the other way': async ({ call, member }) =>
    prove(call.wallet, call.withSession ? undefined : member),
  'a nonce nobody asked for': async ({ call }) => {
    const made = 'ab'.repeat(32)
    return { nonce: made, keyId: 0, signature: await sign(call.wallet, made) }
  },
  'a proof for another app': async (scene) => {
    const over = await nonceFor(scene)
    return { nonce: over, keyId: 0, signature: await sign(scene.call.wallet, over, 'https://evil.example') }
  },
  'a proof of another wallet': async (scene) => {
    const over = await nonceFor(scene)
    return { nonce: over, keyId: 0, signature: await sign(carol, over) }
  },
  'a proof over another nonce': async (scene) => {
    const [over, old] = [await nonceFor(scene), await nonceFor(scene)]
    return { nonce: over, keyId: 0, signature: await sign(scene.call.wallet, old) }
  },
  'a user signature instead of a proof': async (scene) => {
    const { wallet } = scene.call
    const over = await nonceFor(scene)
    const about = { appIdentifier: 'http://localhost:3000', address: wallet.address, nonce: over }
    const tag = Buffer.alloc(32)
    tag.write('FLOW-V0.0-user')
    const signed = await wallet.key.signer.sign(Buffer.concat([tag, proofMessage(about).subarray(32)]))
    return { nonce: over, keyId: 0, signature: Buffer.from(signed).toString('hex') }
  },
  'a key the account does not have': async (scene) => ({ ...(await proofOf(scene)), keyId: 5 }),
  'a revoked key': async (scene) => {
    keysAre(scene.call.wallet, { ...scene.call.wallet.key, revoked: true })
    return proofOf(scene)
  },
  'a key of too little weight': async (scene) => {
    keysAre(scene.call.wallet, { ...scene.call.wallet.key, weight: 999 })
    return proofOf(scene)
  },
  'one light key twice': async (scene) => {
    keysAre(scene.call.wallet, { ...scene.call.wallet.key, weight: 500 })
    const proof = await proofOf(scene)
    return { ...proof, moreSignatures: [{ keyId: 0, signature: proof.signature }] }
  },
  'a good signature beside a bad one': async (scene) => {
    keysAre(scene.call.wallet, scene.call.wallet.key, nodeKey(secret))
    return { ...(await proofOf(scene)), moreSignatures: [{ keyId: 1, signature: '00'.repeat(64) }] }
  },
  'no account at all': async (scene) => {
    node.accounts.delete(scene.call.wallet.address.slice(2))
    return proofOf(scene)
  },
}
const proofOf = async (scene: Scene): Promise<Sent> => {
  const over = await nonceFor(scene)
  return { nonce: over, keyId: 0, signature: await sign(scene.call.wallet, over) }
}

async function newScene(call: Call): Promise<Scene> {
  await deps.sql`update members set flow_address = null, email = coalesce(email, id || '@example.jp')`
  const flowAddress = call.name === 'flowAdd' || call.name === 'flowSignIn' ? '' : alice.address
  const options = call.name === 'flowRecovery' ? { flowAddress, password } : { flowAddress }
  return { call, member: await seedMember(deps, options), other: await seedMember(deps) }
}
const send = async ({ call, member }: Scene, proof: Sent) =>
  sendCall(world, http, call.name, {
    payload: await call.body(proof, call.wallet.address, member),
    ...(call.withSession ? { session: member.session } : {}),
  })

for (const [title, call] of Object.entries(calls)) {
  test(`A29: ${title}: every forged proof is refused and links nothing`, async () => {
    for (const [what, forge] of Object.entries(forgeries)) {
      await deps.sql`delete from rate_limits`
      for (const { address, key } of wallets) node.accounts.set(address.slice(2), [key])
      const scene = await newScene(call)
      const before = await deps.sql`select id, flow_address from members order by id`
      const answer = await send(scene, await forge(scene))
      const { errorCode } = answer.json()
      assert.ok(['NONCE_NOT_FOUND', 'WALLET_PROOF_INVALID'].includes(errorCode), `${what}: ${answer.body}`)
      assert.deepEqual(await deps.sql`select id, flow_address from members order by id`, before, what)
      assert.equal((await deps.sql`select 1 from wallet_changes`).length, 0, what)
    }
  })

  test(`A29: ${title}: a good proof is good once`, async () => {
    const scene = await newScene(call)
    const proof = await proofOf(scene)
    const first = await send(scene, proof)
    assert.ok(first.statusCode < 300, first.body)
    await deps.sql`delete from wallet_changes`
    const again = await newScene(call)
    const replayed = await send({ ...again, member: again.member }, proof)
    assert.equal(replayed.json().errorCode, 'NONCE_NOT_FOUND')
    await deps.sql`delete from wallet_changes`
  })
}
