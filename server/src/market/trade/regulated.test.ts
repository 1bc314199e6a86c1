import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { cardToken, seedPack } from '../../checkout/order/testing/shop.ts'
import { enterToken, listToken } from '../../checkout/order/testing/trading.ts'
import { seedAirdrop, seedGiven } from '../../shop/pack/testing/given-packs.ts'
import { codeOf, giftWorld } from '../gift/testing/gift-world.ts'

const { world } = chainNetwork()

const young = '2015-04-01'

test('a regulated work in a pack on sale or in an airdrop is for members known to be of age', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const { sql } = deps
  const onSale = await seedPack(sql, { units: 9 })
  const given = await seedGiven(sql, 'airdrop')
  await sql`update items set is_regulated = true where id in (select item_id from pack_items where pack_id in (${onSale}, ${given}))`
  const airdropId = await seedAirdrop(sql, given)
  const buyer = await gifts.trader(0)
  const setBirthday = (day: string | null) => sql`update members set birthday = ${day} where id = ${buyer.memberId}`
  const enter = async () =>
    codeOf(
      await call(
        'entryOrderNewCard',
        { params: { packId: onSale }, body: { retUrl: '/back', paymentToken: await cardToken(gifts) } },
        { session: buyer.session },
      ),
    )
  const claim = async () => {
    const { token } = await gifts.bot('airdrop_claim')
    const body = { token, auth: 'v3' as const }
    return codeOf(await call('claimAirdrop', { params: { airdropId }, body }, { session: buyer.session }))
  }
  await setBirthday(null)
  assert.deepEqual([await enter(), await claim()], ['BIRTHDAY_REQUIRED', 'BIRTHDAY_REQUIRED'])
  await setBirthday(young)
  assert.deepEqual([await enter(), await claim()], ['FORBIDDEN,under_age', 'FORBIDDEN,under_age'])
  const [claims] = await sql`select count(*)::int as count from airdrop_claims`
  assert.equal(claims?.['count'], 0)
  await setBirthday('1990-04-01')
  assert.deepEqual([await enter(), await claim()], ['ok', 'ok'])
})

test('a regulated token is bought, claimed and received only by members known to be of age', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const { sql } = deps
  const { purchase } = await listToken(gifts, { price: 1000 })
  const friend = await gifts.trader(0)
  const setBirthday = (day: string | null) => sql`update members set birthday = ${day} where id = ${friend.memberId}`
  const owner = await gifts.trader(2)
  const [token, toMail] = owner.tokens
  assert.ok(token && toMail)
  await sql`update items set is_regulated = true`
  const { link } = await gifts.offer(owner, toMail, friend.email)
  const enter = async () => codeOf(await enterToken(gifts, friend, purchase))
  const send = async () => {
    const body = { tokenId: token.tokenId, address: friend.flowAddress }
    return codeOf(await call('draftGift', { body }, { session: owner.session }))
  }
  await setBirthday(null)
  assert.deepEqual(
    [await enter(), await gifts.claim(friend, link), await send()],
    ['BIRTHDAY_REQUIRED', 'BIRTHDAY_REQUIRED', 'RECIPIENT_NOT_READY,age_not_confirmed'],
  )
  await setBirthday(young)
  assert.deepEqual(
    [await enter(), await gifts.claim(friend, link), await send()],
    ['FORBIDDEN,under_age', 'FORBIDDEN,under_age', 'RECIPIENT_NOT_READY,age_not_confirmed'],
  )
  await setBirthday('1990-04-01')
  assert.deepEqual([await enter(), await send(), await gifts.claim(friend, link)], ['ok', 'ok', 'claimed'])
})
