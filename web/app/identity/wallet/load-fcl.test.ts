import assert from 'node:assert/strict'
import test from 'node:test'
import type { SiteConfig } from '@kura/contract/site'
import { makeLoadFcl, configVersionKey, leaveOldConfig, ignoreEmptyMessages } from './load-fcl.ts'
import type { Fcl } from './load-fcl.ts'

const site = {
  name: 'Kura',
  publicUrl: 'https://kura.example',
  flow: { network: 'local', accessNode: 'http://node', discovery: 'http://wallet', discoveryMethod: 'IFRAME/RPC' },
} as unknown as SiteConfig

/** A library that counts its loads in `world.brought`; `world.fault` breaks one of the steps. */
function library() {
  const world = { brought: 0, configured: 0, signedOut: 0, fault: '' as '' | 'bring' | 'config' | 'sign-out' }
  const breaksAt = (step: typeof world.fault): void => {
    if (world.fault === step) throw new Error(step)
  }
  const fcl = {
    config: () => {
      breaksAt('config')
      world.configured += 1
    },
    currentUser: {
      unauthenticate: async () => {
        breaksAt('sign-out')
        world.signedOut += 1
      },
    },
  }
  const bring = async (): Promise<Fcl> => {
    world.brought += 1
    breaksAt('bring')
    return fcl as unknown as Fcl
  }
  return { world, bring, fcl }
}

test('the library is brought and set up once for the page', async () => {
  const { world, bring, fcl } = library()
  const load = makeLoadFcl(bring, () => undefined)
  assert.equal(world.brought, 0)
  assert.deepEqual(await Promise.all([load(site), load(site)]), [fcl, fcl])
  await load(site)
  assert.deepEqual(world, { brought: 1, configured: 1, signedOut: 1, fault: '' })
})

test('whatever failed on the way, the next act tries again', async () => {
  for (const fault of ['bring', 'config', 'sign-out'] as const) {
    const { world, bring, fcl } = library()
    const load = makeLoadFcl(bring, () => undefined)
    world.fault = fault
    await assert.rejects(load(site), new RegExp(fault))
    world.fault = ''
    assert.equal(await load(site), fcl, fault)
    assert.equal(world.brought, 2)
  }
})

test('a browser that forbids its storage has a wallet all the same', async () => {
  const { bring, fcl } = library()
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  assert.equal(await makeLoadFcl(bring, () => ({ getItem: refuse, setItem: refuse }))(site), fcl)
})

async function start(stored: string | null, current = 2) {
  const values = new Map(stored === null ? [] : [[configVersionKey, stored]])
  let signedOut = 0
  await leaveOldConfig({
    storage: { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) },
    signOut: async () => void (signedOut += 1),
    current,
  })
  return [signedOut, values.get(configVersionKey)]
}

test('a wallet of an older configuration, or of none that is known, is signed out once', async () => {
  assert.deepEqual(await start(null), [1, '2'])
  assert.deepEqual(await start('1'), [1, '2'])
  assert.deepEqual(await start('garbled'), [1, '2'])
})

test('the present configuration, or a newer one, is left alone', async () => {
  assert.deepEqual(await start('2'), [0, '2'])
  assert.deepEqual(await start('3'), [0, '3'])
})

test('a storage that throws, when read or when written, is one that notes nothing', async () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const storage of [
    { getItem: refuse, setItem: refuse },
    { getItem: () => null, setItem: refuse },
  ]) {
    let signedOut = 0
    await leaveOldConfig({ storage, signOut: async () => void (signedOut += 1) })
    assert.equal(signedOut, 1)
  }
})

test('without storage it signs out every time and fails nowhere', async () => {
  let signedOut = 0
  await leaveOldConfig({ storage: undefined, signOut: async () => void (signedOut += 1) })
  assert.equal(signedOut, 1)
})

test('a message without content reaches nobody, every other one does', () => {
  const page = new EventTarget()
  const heard: unknown[] = []
  ignoreEmptyMessages(page)
  page.addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  for (const data of [null, { type: 'FCL:VIEW:READY' }, '', 0, undefined, null])
    page.dispatchEvent(new MessageEvent('message', data === undefined ? {} : { data }))
  // an event created without content also has null
  assert.deepEqual(heard, [{ type: 'FCL:VIEW:READY' }, '', 0])
})
