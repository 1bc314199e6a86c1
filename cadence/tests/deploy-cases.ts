import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deployContract } from '../src/account.ts'
import { createCollection } from '../src/collection.ts'
import { DeployError } from '../src/deploy-error.ts'
import { ensureAgentKey, readDeployState, writeDeployState } from '../src/deploy-state.ts'
import { registerItems, registerSeries } from '../src/item.ts'
import { address, decodeEvent, ufix64 } from '../src/json-cdc.ts'
import { keyFileSigner } from '../src/sign.ts'
import { loadCadence } from '../src/sources.ts'
import { listOwnedIds, mintTokens } from '../src/token.ts'
import type { Cases } from './main.ts'
import { fulfilCall, list } from './sale-world.ts'
import { fresh, type World } from './world.ts'

async function inNewHome(run: (home: string) => Promise<void>) {
  const home = mkdtempSync(join(tmpdir(), 'kura-deploy-'))
  try {
    await run(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const keyIn = (home: string) => keyFileSigner(ensureAgentKey(home, true))

async function newItemOf(world: World): Promise<string> {
  const { itemId, ...item } = {
    itemId: fresh('item'),
    seriesId: fresh('series'),
    name: 'Snow',
    text: '',
    thumbnail: '',
  }
  const { seriesId } = item
  await world.act(world.agent, registerSeries(world.addresses, { series: [{ seriesId, name: 'Seasons', cap: 9 }] }))
  const items = [{ ...item, itemId, cap: 9, traits: {}, royaltyBps: 0 }]
  await world.act(world.agent, registerItems(world.addresses, { items, royaltyReceiver: world.agent.address }))
  return itemId
}

export const deployCases: Cases = {
  'deploying again changes nothing': async (world) => {
    const lines: string[] = []
    const again = await world.deploy({ log: (line) => lines.push(line) })
    assert.equal(again.contractAddress, world.addresses.Collectible)
    assert.deepEqual(lines, [])
    assert.equal(statSync(again.agentKeyFile).mode & 0o777, 0o600)
  },

  'an agent with too few keys is given more': async (world) => {
    const before = await world.deploy()
    const after = await world.deploy({ agentKeys: before.agentKeys + 2 })
    assert.equal(after.agentKeys, before.agentKeys + 2)
  },

  'a run that died after creating the account goes on with that account': async (world) => {
    await inNewHome(async (home) => {
      const first = await world.deploy({ home })
      // The disk state between sending and reading the result: the transaction's id, no address.
      const accountTxId = readDeployState(home).accountTxId!
      assert.match(accountTxId, /^[0-9a-f]{64}$/)
      writeDeployState(home, { chainId: readDeployState(home).chainId!, accountTxId })
      assert.equal((await world.deploy({ home })).agentAddress, first.agentAddress)
    })
  },

  'without a key and without leave to make one, deploying stops': async (world) => {
    await inNewHome(async (home) => {
      const code = (error: unknown) => error instanceof DeployError && error.code === 'AGENT_KEY_MISSING'
      await assert.rejects(world.deploy({ home, generateKey: false }), code)
    })
  },

  'an update that does not fit what is stored is refused and said plainly': async (world) => {
    await inNewHome(async (home) => {
      const holder = await world.newAccount(keyIn(home))
      const stored = 'access(all) contract Collectible { access(all) let answer: Int; init() { self.answer = 42 } }'
      await world.act(holder, deployContract({}, { name: 'Collectible', code: stored }))
      const attempt = world.deploy({ home, agentAddress: holder.address })
      await assert.rejects(attempt, (error: unknown) => {
        return error instanceof DeployError && error.code === 'INCOMPATIBLE_CONTRACT'
      })
    })
  },

  'a contract whose text changed is updated and keeps what it stores': async (world) => {
    await inNewHome(async (home) => {
      const holder = await world.newAccount(keyIn(home))
      const addresses = { ...world.addresses, Collectible: holder.address }
      const older = `${loadCadence('contracts/Collectible.cdc', addresses)}\n// an older text`
      await world.act(holder, deployContract({}, { name: 'Collectible', code: older }))
      const series = { seriesId: 'kept', name: 'Four seasons', cap: 5 }
      await world.act(holder, registerSeries(addresses, { series: [series] }))
      const lines: string[] = []
      await world.deploy({ home, agentAddress: holder.address, log: (line) => lines.push(line) })
      assert.ok(lines.includes(`updating Collectible at ${holder.address}`))
      const raised = registerSeries(addresses, { series: [{ ...series, cap: 6 }] })
      await world.refused(holder, raised, /cap of kept is 5 and cannot be raised to 6/)
    })
  },

  'a network of an older version is given the sales it lacks, and keeps its tokens': async (world) => {
    await inNewHome(async (home) => {
      const holder = await world.newAccount(keyIn(home))
      const older = { ...world.addresses, Collectible: holder.address, SalePermission: holder.address }
      const code = loadCadence('contracts/Collectible.cdc', older).replace('            token.countDeposit()\n', '')
      await world.act(holder, deployContract({}, { name: 'Collectible', code }))
      const [seller, buyer] = [await world.newAccount(), await world.newAccount()]
      for (const member of [seller, buyer]) await world.act(member, createCollection(older, {}))
      const ofOlder = { ...world, addresses: older, agent: holder }
      const item = await newItemOf(ofOlder)
      const refId = fresh('reference')
      const minted = await world.act(
        holder,
        mintTokens(older, { to: seller.address, tokens: [{ itemId: item, serial: 1, refId }] }),
      )
      const { id, uuid } = decodeEvent(minted.events.find(({ type }) => type.endsWith('.Minted'))!.payload)
      const lines: string[] = []
      const log = (line: string) => lines.push(line)
      const deploy = () => world.deploy({ home, agentAddress: holder.address, agentKeys: 1, log })
      const deployed = await deploy()
      assert.deepEqual(lines, [
        `updating Collectible at ${holder.address}`,
        `deploying SalePermission to ${holder.address}`,
        `registering the agent ${holder.address} for sales`,
        'registering the key that signs orders as number 0',
      ])
      assert.equal(statSync(deployed.saleKeyFile).mode & 0o777, 0o600)
      const saleKey = { signer: keyFileSigner(deployed.saleKeyFile), keyIndex: deployed.saleKeyIndex }
      const now = { ...ofOlder, saleKey }
      const terms = await list(now, seller, { nftId: id as bigint, uuid: uuid as bigint, refId })
      await world.act(holder, fulfilCall(now, terms, buyer.address))
      assert.deepEqual(await world.ask(listOwnedIds(older, { address: buyer.address })), [id])
      // A new key for orders takes the next number; the older one stays valid until it is revoked.
      rmSync(deployed.saleKeyFile)
      assert.equal((await deploy()).saleKeyIndex, 1)
    })
  },

  'an agent account whose key is another is not touched': async (world) => {
    await inNewHome(async (home) => {
      const holder = await world.newAccount()
      await assert.rejects(world.deploy({ home, agentAddress: holder.address }), (error: unknown) => {
        return error instanceof DeployError && error.code === 'AGENT_NOT_FOUND'
      })
    })
  },

  'where storage costs FLOW, the accounts of these tests can be given some': async (world) => {
    // The embedded network has no FLOW: this only shows that the transaction is valid and reports
    // it.
    if (world.chainId !== 'flow-emulator' || process.env.KURA_FLOW) return
    const call = world.attack('fund-account', [address(world.agent.address), ufix64('0.1')])
    await world.refused(world.payer, call, /fund account: the payer has no FLOW/)
  },

  'a payer of another network is refused before anything is sent': async (world) => {
    const payer = { address: '0x1d7e57aa55817448', privateKey: '1'.repeat(64) }
    await assert.rejects(world.deploy({ payer }), (error: unknown) => {
      return error instanceof DeployError && error.code === 'WRONG_NETWORK'
    })
  },
}
