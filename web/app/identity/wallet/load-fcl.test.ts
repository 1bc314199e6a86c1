import assert from 'node:assert/strict'
import test from 'node:test'
import type { SiteConfig } from '@kura/contract/site'
import { makeLoadFcl } from './load-fcl.ts'
import type { Fcl } from './load-fcl.ts'

const site = {
  name: 'Kura',
  publicUrl: 'https://kura.example',
  flow: { network: 'local', accessNode: 'http://node', discovery: 'http://wallet', discoveryMethod: 'IFRAME/RPC' },
} as unknown as SiteConfig

/** A library that is brought `world.brought` times; `world.fault` breaks one of the steps. */
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
