import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import type { Db } from '../../platform/db/connect.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { codeOf, giftWorld, type GiftWorld } from '../gift/testing/gift-world.ts'
import type { MarketToken, Trader } from '../listing/testing/market-world.ts'
import { lockToken } from './queries.ts'

const { world } = chainNetwork()

type Act = (owner: Trader, token: MarketToken) => Promise<string>

/** Every use that an owner can begin with a token. */
const actsOf = ({ call }: GiftWorld, friend: Trader) => {
  const to = friend.flowAddress
  return {
    listing: ({ session }, { refId: tokenRefId }) =>
      call('draftListing', { body: { tokenRefId, price: 12_000, contentAccessFee: 0 } }, { session }).then(codeOf),
    'gift by mail': ({ session }, { tokenId }) =>
      call('draftMailGift', { body: { tokenId, email: 'hanako@example.jp' } }, { session }).then(codeOf),
    'gift to an address': ({ session }, { tokenId }) =>
      call('draftGift', { body: { tokenId, address: to } }, { session }).then(codeOf),
    transfer: ({ session }, { tokenId }) =>
      call('draftTransfer', { body: { tokenId, address: to } }, { session }).then(codeOf),
  } satisfies Record<string, Act>
}

/** The drafts of a token, of every kind. */
const draftsOf = async ({ deps }: GiftWorld, { tokenId }: MarketToken): Promise<number> => {
  const [row] = await deps.sql<[{ count: number }]>`
    select count(*)::int as count from (
      select token_id, state from listings union all select token_id, state from gifts
      union all select token_id, state from transfers) d
     where d.token_id = ${tokenId}::text::numeric and d.state = 'drafted'`
  return row.count
}

/**
 * Runs an act that passes every check before its transaction, while `change` is not committed yet.
 */
async function actDuring(gifts: GiftWorld, act: () => Promise<string>, change: (db: Db) => Promise<unknown>) {
  await gifts.deps.sql`delete from rate_limits`
  let acting: Promise<string> | undefined
  await transaction(gifts.deps.sql, async (db) => {
    await change(db)
    acting = act()
    await untilLocked(gifts.deps.sql)
  })
  return acting
}

test('of two things that begin with one token at the same moment one stays, whatever the two are', async (t) => {
  const gifts = await giftWorld(t, world())
  const acts = actsOf(gifts, await gifts.trader(0))
  const names = Object.keys(acts) as (keyof typeof acts)[]
  const pairs = names.flatMap((one, place) => names.slice(place).map((other) => [one, other] as const))
  const owner = await gifts.trader(pairs.length)
  for (const [place, pair] of pairs.entries()) {
    const token = owner.tokens[place]!
    await gifts.deps.sql`delete from rate_limits`
    let both: Promise<string[]> | undefined
    await transaction(gifts.deps.sql, async (db) => {
      await lockToken(db, token.tokenId)
      both = Promise.all(pair.map((name) => acts[name](owner, token)))
      await untilLocked(gifts.deps.sql, { count: 2 })
    })
    assert.deepEqual(await both, ['ok', 'ok'], pair.join(' and '))
    assert.equal(await draftsOf(gifts, token), 1, pair.join(' and '))
  }
})

test('a change of a token during the draft of another use is seen before the draft is written', async (t) => {
  const gifts = await giftWorld(t, world())
  const [friend, claimer] = [await gifts.trader(0), await gifts.trader(0)]
  const acts = actsOf(gifts, friend)
  const names = Object.keys(acts) as (keyof typeof acts)[]
  const listed = 'TOKEN_LISTED,listed'
  const held = 'TOKEN_LISTED,held'
  const given = 'TOKEN_OFFERED_AS_GIFT,offered_as_gift'
  const uses: {
    use: string
    row: keyof typeof acts
    become: (db: Db, tokenId: string) => PromiseLike<unknown>
    codes: string[]
  }[] = [
    {
      use: 'listed',
      row: 'listing',
      become: (db, id) =>
        db`update listings set state = 'open', opened_at = kura_now() where token_id = ${id}::text::numeric`,
      codes: ['ok', listed, listed, listed],
    },
    {
      use: 'held by a buyer',
      row: 'listing',
      become: (db, id) =>
        db`update listings set state = 'held', opened_at = kura_now() where token_id = ${id}::text::numeric`,
      codes: ['LISTING_STATE', held, held, held],
    },
    {
      use: 'given by mail',
      row: 'gift by mail',
      become: (db, id) =>
        db`update gifts set state = 'open', opened_at = kura_now() where token_id = ${id}::text::numeric`,
      codes: ['TOKEN_OFFERED_AS_GIFT', given, given, given],
    },
    {
      use: 'claimed',
      row: 'gift by mail',
      become: (db, id) => db`
        update gifts set state = 'claimed', opened_at = kura_now(), claimed_at = kura_now(), claimer_id = ${claimer.memberId},
               claimer_address = ${claimer.flowAddress} where token_id = ${id}::text::numeric`,
      codes: ['TOKEN_OFFERED_AS_GIFT', given, given, given],
    },
    ...(['gift to an address', 'transfer'] as const).map((row) => ({
      use: `on its way as a ${row}`,
      row,
      become: (db: Db, id: string) =>
        db`update transfers set state = 'pending', tx_id = ${'ab'.repeat(32)} where token_id = ${id}::text::numeric`,
      // a wallet may retry: the chain accepts only one of its transactions
      codes: ['TRANSFER_STATE', 'TRANSFER_STATE', 'ok', 'ok'],
    })),
    {
      use: 'in another wallet',
      row: 'transfer',
      become: (db, id) => db`update tokens set owner_address = ${friend.flowAddress} where id = ${id}::text::numeric`,
      codes: names.map(() => 'FORBIDDEN,not_owner'),
    },
  ]
  for (const { use, row, become, codes } of uses) {
    const owner = await gifts.trader(names.length)
    for (const [place, name] of names.entries()) {
      const token = owner.tokens[place]!
      await gifts.deps.sql`delete from rate_limits`
      assert.equal(await acts[row](owner, token), 'ok')
      const code = await actDuring(
        gifts,
        () => acts[name](owner, token),
        async (db) => {
          await lockToken(db, token.tokenId)
          await become(db, token.tokenId)
        },
      )
      assert.equal(code, codes[place], `${name} of a token that is ${use}`)
    }
  }
})

test('a member whose wallet changes while a use is drafted does not begin it', async (t) => {
  const gifts = await giftWorld(t, world())
  const friend = await gifts.trader(0)
  for (const [name, act] of Object.entries(actsOf(gifts, friend))) {
    const owner = await gifts.trader(1)
    const { address } = await world().newMember()
    const code = await actDuring(
      gifts,
      () => act(owner, owner.tokens[0]!),
      (db) => db`update members set flow_address = ${address} where id = ${owner.memberId}`,
    )
    assert.equal(code, 'FORBIDDEN,not_owner', name)
    assert.equal(await draftsOf(gifts, owner.tokens[0]!), 0, name)
  }
})

test('an order whose key is revoked while it is drafted is not kept, for sale or as a gift', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const acts = actsOf(gifts, await gifts.trader(0))
  for (const [place, name] of (['listing', 'gift by mail'] as const).entries()) {
    const owner = await gifts.trader(1)
    const [token] = owner.tokens
    assert.ok(token)
    const code = await actDuring(
      gifts,
      () => acts[name](owner, token),
      async (db) => {
        await lockToken(db, token.tokenId)
        await db`
          insert into sale_events (tx_id, event_index, tx_index, height, block_at, type, kind, key_index, payload)
          values (${`revoked-${place}`}, 0, 0, 1, kura_now(), 'AgentKeyRevoked', 'key-revoked', ${deps.saleKey.keyIndex}, '{}')`
      },
    )
    assert.equal(code, 'SALES_PAUSED', name)
    assert.equal(await draftsOf(gifts, token), 0, name)
    await deps.sql`delete from sale_events where tx_id = ${`revoked-${place}`}`
  }
})
