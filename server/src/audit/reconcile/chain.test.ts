import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import pino from 'pino'
import { AccessError } from '@kura/cadence/access-error'
import type { AccessErrorCode } from '@kura/cadence/access-error'
import type { ScriptCall } from '@kura/cadence/door'
import type { RegisteredItem } from '@kura/cadence/item'
import type { SigningKey } from '@kura/cadence/send'
import { burnToken, mintTokens, transferToken } from '@kura/cadence/token'
import type { World } from '../../../../cadence/tests/world.ts'
import { syncKeys } from '../../chain/agent/build-and-send.ts'
import { mintTokens as mintByAgent } from '../../chain/agent/mint-tokens.ts'
import { settleTransactions } from '../../chain/agent/submit-transaction.ts'
import { indexAll, rebuildIndex } from '../../chain/index/index-once.ts'
import { addBlocks, chainDeps, chainNetwork } from '../../chain/testing/chain-world.ts'
import type { Deps } from '../../deps.ts'
import { buildMetrics } from '../../platform/metrics.ts'
import { until } from '../../testing/until.ts'
import { reconcile } from './reconcile.ts'
import type { ReconcileDeps } from './reconcile.ts'
import { compared, openItems } from './testing/books.ts'

const network = chainNetwork()
const log = pino({ level: 'silent' })

type Chain = ReconcileDeps & { world: World; item: RegisteredItem; holder: SigningKey }

/**
 * A chain with one token that we minted, and rows that know it, from the newest block on unless
 * given.
 */
async function chainWithToken(t: TestContext, from?: number): Promise<Chain> {
  const world = network.world()
  const { height } = await world.accessNode.getSealedBlock()
  const base = await chainDeps(t, world)
  const chain = { ...base.chain, startHeight: from ?? height + 1 }
  const deps = { ...base, chain, log, metrics: buildMetrics(), card: {} as Deps['card'], paidy: {} as Deps['paidy'] }
  const holder = await world.newMember()
  const item = await world.newItem()
  await syncKeys({ ...base, chain })
  const tokens = [{ itemId: item.itemId, serial: 1, refId: randomUUID() }]
  await mintByAgent({ ...base, chain }, { cause: `hand:${tokens[0]?.refId}`, to: holder.address, tokens })
  await until('the token is minted', async () => {
    await settleTransactions({ ...base, chain }, {})
    const open = await base.sql`select 1 from chain_transactions where state not in ('sealed', 'failed')`
    return open.length === 0
  })
  await indexAll(deps)
  return { ...deps, world, item, holder }
}

/** Mints with the agent's key, past our server. */
const mintAside = ({ world, item, holder }: Chain, serial: number) =>
  world.act(
    world.agent,
    mintTokens(world.addresses, {
      to: holder.address,
      tokens: [{ itemId: item.itemId, serial, refId: randomUUID() }],
    }),
  )
const newest = async ({ sql }: Chain): Promise<string> => {
  const [token] = await sql<[{ id: string }]>`select id::text as id from tokens order by id desc limit 1`
  return token.id
}
const named = (items: readonly { kind: string; subject: string }[]) => items.map(({ kind, subject }) => [kind, subject])

/** What is new, without the tokens of other tests that these rows do not begin early enough to know. */
const news = (items: readonly { kind: string; subject: string }[]) =>
  named(items).filter(([kind]) => kind !== 'missing-token')

// the first test of the file: the network has no other tokens yet
test('rows that say what the chain says have no difference, in every comparison', async (t) => {
  const chain = await chainWithToken(t, 0)
  for (const options of [{ isWhole: true }, {}, { since: null, isWhole: true }]) {
    const outcome = await compared(chain, 'chain', options)
    assert.deepEqual(outcome.fresh, [])
    assert.ok(outcome.compared > 0)
  }
  assert.deepEqual(await openItems(chain.sql, 'chain'), [])
})

test('a token that nobody here minted is named by its id, once, and is none any more when it was burned', async (t) => {
  const chain = await chainWithToken(t)
  const { sql, world, holder } = chain
  assert.deepEqual(news((await compared(chain, 'chain')).fresh), [])
  await mintAside(chain, 2)
  const found = await compared(chain, 'chain')
  const id = await newest(chain)
  assert.deepEqual(named(found.fresh), [['foreign-token', id]])
  assert.match(found.fresh[0]?.what ?? '', /no transaction of ours/)
  assert.equal(found.fresh[0]?.paymentRef, holder.address)
  assert.deepEqual((await compared(chain, 'chain', { since: null })).fresh, [])
  await world.act(holder, burnToken(world.addresses, { id: BigInt(id) }))
  await compared(chain, 'chain')
  assert.ok(!(await openItems(sql, 'chain')).some(({ kind }) => kind === 'foreign-token'))
})

test('an event the rows left out, and the owner it made, are named until the chain is read again', async (t) => {
  const chain = await chainWithToken(t)
  const { sql, world, holder } = chain
  const taker = await world.newMember()
  const id = await newest(chain)
  await world.act(holder, transferToken(world.addresses, { id: BigInt(id), to: taker.address }))
  await addBlocks(world, 30)
  await indexAll(chain)
  assert.deepEqual(news((await compared(chain, 'chain')).fresh), [])
  const gone = await sql`
    delete from chain_events where token_id = ${id} and kind <> 'minted' and address is distinct from ${holder.address}
    returning height || '/' || tx_id || '/' || event_index as name`
  assert.equal(gone.length, 2, 'withdrawn and deposited')
  await sql`update tokens set owner_address = ${holder.address} where id = ${id}`
  const { fresh } = await compared(chain, 'chain', { since: null })
  assert.deepEqual(
    news(fresh).toSorted(),
    [...gone.map(({ name }) => ['missing-event', String(name)]), ['wrong-owner', id]].toSorted(),
  )
  await rebuildIndex(chain)
  // the window of the next one begins after these blocks: they are read once more
  await sql`update reconciliations set until = until + interval '1 hour'`
  await compared(chain, 'chain')
  assert.deepEqual(news(await openItems(sql, 'chain')), [])
})

test('an event and a token that the chain does not know are named', async (t) => {
  const chain = await chainWithToken(t)
  const { sql, item } = chain
  const tx = randomBytes(32).toString('hex')
  const [{ height }] = await sql<[{ height: string }]>`
    insert into chain_events select ${tx}, 7, tx_index, height, block_at, type, 'burned', token_id, null, payload
      from chain_events order by height desc limit 1 returning height::text as height`
  await sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    values (999999, ${randomUUID()}, ${item.itemId}, 77, ${chain.holder.address}, ${tx}, 1, kura_now(), kura_now(), 1, 0)`
  const { fresh } = await compared(chain, 'chain', { isWhole: true })
  assert.deepEqual(
    news(fresh).toSorted(),
    [
      ['extra-event', `${height}/${tx}/7`],
      ['extra-token', '999999'],
      ['wrong-owner', '999999'],
    ].toSorted(),
  )
  await sql`delete from tokens where id = 999999`
  await sql`delete from chain_events where tx_id = ${tx}`
  await compared(chain, 'chain')
  assert.deepEqual(news(await openItems(sql, 'chain')), [])
})

test('a node that goes away in the middle stops the comparison, which continues after the blocks it has read', async (t) => {
  const chain = await chainWithToken(t)
  const asked: number[] = []
  let isAway = true
  const node = {
    ...chain.accessNode,
    listEvents: (type: string, from: number, to: number) => {
      asked.push(from)
      return chain.accessNode.listEvents(type, from, to)
    },
    runScript: (call: ScriptCall) => {
      if (isAway) throw new AccessError('NODE_UNREACHABLE', 'away')
      return chain.accessNode.runScript(call)
    },
  }
  const deps = { ...chain, accessNode: node }
  const stopped = await reconcile(deps, 'chain', { isWhole: true })
  assert.equal(stopped.kind, 'stopped')
  assert.ok(asked.length > 0)
  isAway = false
  asked.length = 0
  const outcome = await compared(deps, 'chain', { isWhole: true })
  assert.equal(outcome.isResumed, true)
  assert.deepEqual(asked, [], 'the blocks were compared before')
})

test('a vault that cannot be read is named, hides no other, and keeps what was found about it', async (t) => {
  const chain = await chainWithToken(t)
  const { sql, world, holder } = chain
  const id = await newest(chain)
  // holders of whom the rows have the wrong tokens: one reads, one does not
  const [other, stranger] = [await world.newMember(), await world.newMember()]
  await mintAside({ ...chain, holder: other }, 2)
  await indexAll(chain)
  const others = await newest(chain)
  await sql`update tokens set owner_address = ${stranger.address} where id in ${sql([id, others])}`
  const first = await compared(chain, 'chain', { isWhole: true })
  const wrong = [id, others].map((token) => ['wrong-owner', token])
  assert.deepEqual(news(first.fresh).toSorted(), [['foreign-token', others], ...wrong].toSorted())
  let asked = 0
  let code: AccessErrorCode = 'NODE_REFUSED'
  const runScript = (call: ScriptCall) => {
    if (!JSON.stringify(call.args).includes(holder.address)) return chain.accessNode.runScript(call)
    asked += 1
    throw new AccessError(code, '[Error Code: 1110] computation exceeds limit')
  }
  const flawed = { ...chain, accessNode: { ...chain.accessNode, runScript } }
  await sql`update tokens set owner_address = ${other.address} where id = ${others}`
  const second = await compared(flawed, 'chain', { isWhole: true })
  assert.deepEqual(news(second.fresh), [['unreadable-vault', holder.address]])
  assert.equal(asked, 2)
  const open = async () => (await openItems(sql, 'chain')).filter(({ kind }) => /vault|owner/.test(kind))
  assert.deepEqual(named(await open()), [
    ['unreadable-vault', holder.address],
    ['wrong-owner', id],
  ])
  // a small window asks it again too, and nobody else may be in it
  await sql`delete from open_items where kind <> 'unreadable-vault'`
  await sql`update tokens set owner_address = ${holder.address} where id = ${id}`
  await compared(flawed, 'chain')
  assert.deepEqual(named(await open()), [['unreadable-vault', holder.address]])
  // a node that is away for it tells nothing: neither that it can be read again nor that it cannot
  code = 'NODE_BUSY'
  asked = 0
  await compared(flawed, 'chain')
  assert.equal(asked, 2)
  assert.deepEqual(named(await open()), [['unreadable-vault', holder.address]])
  await compared(chain, 'chain')
  assert.deepEqual(named(await open()), [])
  asked = 0
  assert.deepEqual(news((await compared(flawed, 'chain', { isWhole: true })).fresh), [])
  assert.equal(asked, 2)
  assert.deepEqual(named(await open()), [])
})
