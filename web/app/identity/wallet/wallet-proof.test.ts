import assert from 'node:assert/strict'
import test, { before, after } from 'node:test'
import type { SiteConfig } from '@kura/contract/site'
import { makeLoadFcl } from './load-fcl.ts'
import type { Fcl } from './load-fcl.ts'
import { proveWallet, withPrefix, keepNonce, keepReady } from './wallet-proof.ts'

const origin = 'https://kura.example'
const site = { flow: {} } as SiteConfig
const nonce = 'ab'.repeat(32)
const address = '01CF0E2F2F715450'
const signature = { f_type: 'CompositeSignature', addr: address, keyId: 2, signature: 'cd' }
const authn = { type: 'authn' }
const proof = { type: 'account-proof', data: { address: `0x${address}`, signatures: [signature] } }

before(() => Object.assign(globalThis, { location: { origin } }))
after(() => Object.assign(globalThis, { location: undefined }))

type Resolver = () => Promise<unknown>

/** A wallet that returns `user`; `asked` records what it was asked to sign while in front. */
function wallet(user: object | undefined, authenticate: () => Promise<unknown> = async () => user) {
  const did: string[] = []
  const world: { resolver?: Resolver | undefined; asked?: unknown } = {}
  const fcl = {
    config: () => ({
      put: (key: string, value: Resolver) => {
        assert.equal(key, 'fcl.accountProof.resolver')
        world.resolver = value
      },
      delete: (key: string) => {
        assert.equal(key, 'fcl.accountProof.resolver')
        world.resolver = undefined
      },
    }),
    unauthenticate: async () => void did.push('signed out'),
    authenticate: async () => {
      did.push('signed in')
      world.asked = await world.resolver?.()
      return authenticate()
    },
    currentUser: { snapshot: async () => user, unauthenticate: async () => undefined },
  }
  const load = makeLoadFcl(
    async () => fcl as unknown as Fcl,
    () => undefined,
  )
  return { did, world, prove: () => proveWallet(site, nonce, load) }
}

test('the wallet signs in again and proves its address over the nonce, for this origin', async () => {
  const openId = { type: 'open-id', data: { email: { email: 'me@wallet.example' } } }
  const { did, world, prove } = wallet({ loggedIn: true, addr: address, services: [authn, proof, openId] })
  assert.deepEqual(await prove(), {
    status: 'proven',
    proof: {
      address: withPrefix(address),
      email: 'me@wallet.example',
      signatures: [{ keyId: 2, signature: 'cd' }],
    },
  })
  assert.deepEqual([did, world.asked], [['signed out', 'signed in'], { nonce, appIdentifier: origin }])
  assert.equal(world.resolver, undefined, 'afterwards nothing is asked for any more')
})

test('who is not signed in afterwards has left', async () => {
  for (const user of [
    { loggedIn: false, addr: null },
    { loggedIn: true, addr: null },
  ])
    assert.deepEqual(await wallet(user).prove(), { status: 'not-signed-in' })
})

test('a wallet needs both services', async () => {
  for (const services of [[authn], [proof], [], null, [authn, { type: 'account-proof', data: {} }]])
    assert.deepEqual(
      await wallet({ loggedIn: true, addr: address, services }).prove(),
      { status: 'unexpected-service' },
      JSON.stringify(services),
    )
})

test('what a wallet throws is a typed error, and nothing is asked for afterwards', async () => {
  const { world, prove } = wallet(undefined, () => Promise.reject('Declined: Session expired'))
  await assert.rejects(prove(), { name: 'WalletError', kind: 'session-expired' })
  assert.equal(world.resolver, undefined)
})

test('an address is written in lower case with its prefix', () => {
  assert.equal(withPrefix('0x01CF0E2F2F715450'), '0x01cf0e2f2f715450')
  assert.equal(withPrefix('01cf0e2f2f715450'), '0x01cf0e2f2f715450')
})

function keeper() {
  const world = { time: 0, fetched: 0, isDown: false }
  const nonces = keepNonce(
    async () => {
      if (world.isDown) return { ok: false, status: 503, body: { errorCode: 'SERVICE_UNAVAILABLE', message: '' } }
      return { ok: true, data: { nonce: `n${(world.fetched += 1)}` } }
    },
    () => world.time,
  )
  const take = async () => {
    const result = await nonces.take()
    return result.ok ? result.data.nonce : result.body.errorCode
  }
  return { world, prepare: nonces.prepare, take }
}

test('the nonce fetched beforehand is the one that is used, once', async () => {
  const { world, prepare, take } = keeper()
  await prepare()
  await prepare()
  assert.equal(world.fetched, 1)
  assert.equal(await take(), 'n1')
  assert.equal(await take(), 'n2')
})

test('a nonce older than four minutes is replaced', async () => {
  const { world, prepare, take } = keeper()
  await prepare()
  world.time = 239_999
  await prepare()
  assert.equal(world.fetched, 1)
  world.time = 240_000
  assert.equal(await take(), 'n2')
})

test('a refusal is not kept', async () => {
  const { world, prepare, take } = keeper()
  world.isDown = true
  await prepare()
  world.isDown = false
  assert.equal(await take(), 'n1')
})

test('a nonce is kept ready from now on, until it is stopped', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let prepared = 0
  const stop = keepReady(async () => (prepared += 1))
  assert.equal(prepared, 1, 'at once')
  t.mock.timers.tick(60_000)
  assert.equal(prepared, 3)
  stop()
  t.mock.timers.tick(600_000)
  assert.equal(prepared, 3)
})
