import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { api } from '@kura/contract/api'
import type { ApiOutput } from '@kura/contract/api'
import { burnToken, transferToken } from '@kura/cadence/token'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { marketWorld, seedItem, type MarketWorld } from '../listing/testing/market-world.ts'
import { listHistory, findToken } from './view-queries.ts'

const { world } = chainNetwork()

async function history({ call }: MarketWorld, tokenId: string, query: { limit?: number; cursor?: string } = {}) {
  const answer = await call('listTokenHistory', { params: { tokenId }, query })
  assert.ok(answer.ok, JSON.stringify(answer))
  assert.deepEqual(api.listTokenHistory.output.parse(answer.data), answer.data)
  return answer.data
}

test('a history shows mint, sale with its price, gift, transfer and burn, each with member and transaction', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const [seller, buyer] = [await market.trader(1), await market.trader(0)]
  const [token] = seller.tokens
  assert.ok(token)
  const stranger = await world().newMember()
  const move = async (from: typeof buyer.account, to: string) => {
    const { events } = await world().act(from, transferToken(world().addresses, { id: BigInt(token.tokenId), to }))
    await market.index()
    return events[0]?.txId ?? ''
  }
  const { listingId } = await market.list(seller, token, { price: 7000 })
  await market.deliver(listingId, buyer.flowAddress)
  const giftTx = await move(buyer.account, seller.flowAddress)
  await sql`
    insert into transfers (id, kind, state, member_id, from_address, to_address, token_id, since_height, sealed_tx_id, sealed_at)
    values (${randomUUID()}, 'gift', 'sealed', ${buyer.memberId}, ${buyer.flowAddress}, ${seller.flowAddress}, ${token.tokenId}::numeric, 0,
            ${giftTx}, kura_now())`
  const transferTx = await move(seller.account, stranger.address)
  await world().act(stranger, burnToken(world().addresses, { id: BigInt(token.tokenId) }))
  await market.index()
  const { items, cursor } = await history(market, token.tokenId)
  assert.equal(cursor, undefined)
  assert.deepEqual(
    items.map(({ kind, fromAddress, toAddress, price }) => [kind, fromAddress, toAddress, price]),
    [
      ['burn', stranger.address, '', null],
      ['transfer', seller.flowAddress, stranger.address, null],
      ['gift', buyer.flowAddress, seller.flowAddress, null],
      ['sale', seller.flowAddress, buyer.flowAddress, 7000],
      ['mint', '', seller.flowAddress, null],
    ],
  )
  const [burn, transfer, gift, sale, mint] = items
  assert.deepEqual([gift?.txId, transfer?.txId], [giftTx, transferTx])
  assert.deepEqual([sale?.fromUserId, sale?.toUserId], [seller.memberId, buyer.memberId])
  assert.ok(sale?.fromName === '出品 花子' && sale.toName !== null)
  assert.deepEqual([burn?.fromName, burn?.fromUserId, transfer?.toName, mint?.fromUserId], [null, null, null, null])
  const times = items.map(({ at }) => Date.parse(at))
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  )

  const found: ApiOutput<'listTokenHistory'>['items'] = []
  for (let next: string | undefined = ''; next !== undefined;) {
    const part = await history(market, token.tokenId, { limit: 2, ...(next ? { cursor: next } : {}) })
    found.push(...part.items)
    next = part.cursor
  }
  assert.deepEqual(found, items)

  // an order for nothing is a gift by mail
  await sql`update sale_orders set price_yen = 0 where order_id = ${listingId}`
  const mailed = (await history(market, token.tokenId)).items[3]
  assert.deepEqual([mailed?.kind, mailed?.price], ['gift', null])

  // a deleted member has no name, and a token that was never minted has no history
  await sql`update members set deleted_at = kura_now(), flow_address = null, email = null where id = ${buyer.memberId}`
  assert.equal((await history(market, token.tokenId)).items[3]?.toName, null)
  const none = await market.call('listTokenHistory', { params: { tokenId: '18446744073709551615' }, query: {} })
  assert.equal(!none.ok && none.status, 404)
  const over = await market.call('listTokenHistory', { params: { tokenId: '99999999999999999999' }, query: {} })
  assert.equal(!over.ok && over.status, 404)
})

test('a page of a history reads as many rows of a token that moved 20,000 times as of one that moved 50 times', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const add = async (tokenId: number, moves: number) => {
    await sql`
      insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
      values (${tokenId}, gen_random_uuid(), 'any', ${tokenId}, '0x01cf0e2f2f715450', 'seed', 1, kura_now(), kura_now(), 1, 0)`
    await sql`
      insert into chain_events (tx_id, event_index, tx_index, height, block_at, type, kind, token_id, address, payload)
      select ${tokenId} || '-' || n, k, 0, n, kura_now(), 'seed', case k when 0 then 'withdrawn' else 'deposited' end, ${tokenId},
             case k when 1 then case n % 2 when 0 then '0x01cf0e2f2f715450' else '0x179b6b1cb6755e31' end end, '{}'
        from generate_series(1, ${moves}::int) n, generate_series(0, 1) k`
    await sql`analyze chain_events, tokens`
  }
  await seedItem(sql, { itemId: 'any', editionSize: 1000 })
  await add(901, 50)
  await add(902, 20_000)
  const page = (id: string, after?: [number, number, number]) => (db: typeof sql) =>
    listHistory(db as never, id, { limit: 24, after })
  const few = await rowsRead(sql, page('901') as never)
  const many = await rowsRead(sql, page('902') as never)
  const deep = await rowsRead(sql, page('902', [10_000, 0, 1]) as never)
  assert.ok((many['chain_events'] ?? 0) >= 25)
  const whole = (await rowsRead(sql, (db) => findToken(db, '902')))['chain_events'] ?? 0
  assert.ok(whole >= 100 && whole <= 130, `the token itself reads ${whole} events`)
  for (const reads of [many, deep])
    for (const [table, rows] of Object.entries(reads))
      assert.ok(rows <= (few[table] ?? 0) + 30 && rows < 300, `${table}: ${few[table]} rows grew to ${rows}`)
})
