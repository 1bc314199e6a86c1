import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { api } from '@kura/contract/api'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import type { CallParts } from '@kura/contract/request'
import { chainNetwork, countMinted } from './chain/testing/chain-world.ts'
import { checkInvariants } from './audit/check/check.ts'
import { fullWorld } from './shop/opening/testing/full-world.ts'
import { settlePayment } from './money/payment/settle-payment.ts'
import {
  cardToken,
  enterAndPass,
  givenBack,
  listTrades,
  passChallenge,
  seedBuyer,
  seedPack,
  stockOf,
} from './checkout/order/testing/shop.ts'
import type { TestWorld } from './testing/test-world.ts'
import { freePort } from './testing/free-port.ts'
import { until } from './testing/until.ts'
import { endOf, hasEnded, startProcess } from './testing/server-process.ts'
import { startWorker } from './start-worker.ts'

const network = chainNetwork()

type Server = { url: string; process: ChildProcess }

/** A real server process on the world's database, gateway and chain, with a fault planned. */
async function startServer(t: TestContext, world: TestWorld, fault: string): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    const process = startProcess(t, world, { ROLE: 'web,worker', PORT: String(port), KURA_FAULT: fault })
    const url = `http://127.0.0.1:${port}`
    const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false
    await until('the server answers', async () => hasEnded(process) || (await isReady()))
    if (!hasEnded(process)) return { url, process }
    // somebody else took the port that was free a moment ago
    assert.ok(tries < 3, 'the server ended before it answered')
  }
}

/** Does something while workers run in this process. */
async function withWorkers(world: TestWorld, work: () => Promise<void>): Promise<void> {
  const workers = await Promise.all([startWorker(world.deps), startWorker(world.deps)])
  try {
    await work()
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

/** A call over a socket; undefined when the server died on it. */
async function callAt<K extends CallName>(server: Server, name: K, input: ApiInput<K>, session: string) {
  const request = buildRequest(api[name], input as CallParts, { session })
  const { method, headers } = request
  const answer = await fetch(`${server.url}${request.url}`, { method, headers, body: request.body ?? null }).catch(
    () => undefined,
  )
  if (!answer) return undefined
  assert.equal(answer.status, 200, await answer.clone().text())
  return (await answer.json()) as ApiOutput<K>
}

const points = [
  ['after order.reserve', 'nothing'],
  ['before card.execute', 'nothing'],
  ['after card.execute', 'nothing'],
  ['before card.complete', 'token'],
  ['after card.complete', 'token'],
  ['after payment.capture', 'token'],
  ['after opening.intend', 'token'],
  ['before flow.findResult', 'token'],
  ['before opening.seal', 'token'],
] as const

for (const [point, outcome] of points) {
  test(`a server killed ${point} leaves an order that ends with ${outcome}, once`, async (t) => {
    const world = await fullWorld(t, network.world(), { workers: 0 })
    const { sql } = world.deps
    const member = await network.world().newMember()
    const packId = await seedPack(sql, { kind: 'single', isRegistered: false })
    const buyer = await seedBuyer(world, member.address)
    await withWorkers(world, () =>
      until('the item is registered', async () => {
        const [item] = await sql`select registered_at from items where id = ${packId}`
        return item?.['registered_at'] !== null
      }),
    )
    // nobody else moves the order on, so that it is this server that comes to the point
    const server = await startServer(t, world, `kill:${point}`)
    const body = { retUrl: '/', paymentToken: await cardToken(world) }
    const entered = await callAt(server, 'entryOrderNewCard', { params: { packId }, body }, buyer.session)
    if (entered?.redirectUrl) {
      await passChallenge(entered.redirectUrl)
      await callAt(server, 'entryOrderBuy', { params: { packId }, body: { accessID: entered.accessID } }, buyer.session)
    }
    assert.equal(await endOf(server.process), 'SIGKILL')
    const [order] = await sql<[{ id: string; unitId: string }]>`select id, unit_id as "unitId" from orders`
    // what the dead process held runs out
    await world.moveClock('2 minutes')
    const state = async () => {
      const [now] = await sql<[{ order: string; opening: string | null }]>`
        select o.state as order, n.state as opening from orders o left join openings n on n.order_id = o.id`
      return `${now.order} ${now.opening ?? ''}`.trim()
    }
    const end = outcome === 'token' ? 'delivered sealed' : 'expired'
    await withWorkers(world, async () => {
      await until(`the order is ${end}`, async () => (await state()) === end)
      await until('the indexer has seen it', async () => {
        const [seen] = await sql`
          select count(*)::int as tokens from tokens t join pack_cards c on c.ref_id = t.ref_id`
        return seen?.['tokens'] === (outcome === 'token' ? 1 : 0)
      })
    })
    const cards = await sql<{ refId: string }[]>`select ref_id as "refId" from pack_cards`
    assert.equal(await countMinted(world.deps, [...cards]), outcome === 'token' ? 1 : 0)
    const captures = (await listTrades(world)).flatMap(({ history }) =>
      history.filter(({ status }) => status === 'CAPTURE'),
    )
    assert.equal(captures.length, outcome === 'token' ? 1 : 0)
    assert.equal((await stockOf(sql, packId)).sold, outcome === 'token' ? 1 : 0)
    const [movements] = await sql`select count(*)::int as count from ledger_movements where cause = ${order.id}`
    assert.equal(movements?.['count'], outcome === 'token' ? 1 : 0)
    assert.deepEqual(await checkInvariants(world.deps, { withGateway: true, withChain: true }), [])
  })
}

for (const point of ['before card.refund', 'after card.refund']) {
  test(`a worker killed ${point} refunds the money exactly once`, async (t) => {
    const world = await fullWorld(t, undefined, { workers: 0 })
    const { sql } = world.deps
    const packId = await seedPack(sql)
    const buyer = await seedBuyer(world)
    const { orderId, accessID } = await enterAndPass(world, buyer, packId)
    const [payment] = await sql<[{ id: string; pass: string }]>`select id, access_pass as pass from payments`
    // the order ends unpaid, then the gateway has the money after all
    await world.moveClock('11 minutes')
    await settlePayment(world.deps, payment.id)
    await world.deps.card.complete({ accessId: accessID, accessPass: payment.pass })
    await settlePayment(world.deps, payment.id)
    const first = startProcess(t, world, { ROLE: 'worker', KURA_FAULT: `kill:${point}` })
    assert.equal(await endOf(first), 'SIGKILL')
    await world.moveClock('31 seconds')
    const second = startProcess(t, world, { ROLE: 'worker', KURA_FAULT: '' })
    await until('the money is back', async () => {
      const [order] = await sql`select state from orders where id = ${orderId}`
      return order?.['state'] === 'refunded'
    })
    const [trade] = await listTrades(world)
    const steps = trade?.history.map(({ status }) => status)
    assert.deepEqual(steps?.slice(0, -1), ['UNPROCESSED', 'AUTHENTICATED', 'CAPTURE'])
    assert.match(steps?.at(-1) ?? '', givenBack)
    assert.deepEqual(await checkInvariants(world.deps, { withGateway: true }), [])
    second.kill('SIGTERM')
    assert.equal(await endOf(second), null, 'it ends by itself when asked')
  })
}
