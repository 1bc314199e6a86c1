import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { giftWorld } from '../../market/gift/testing/gift-world.ts'
import { deliverTrades } from '../../checkout/order/testing/trading.ts'
import { givePoints } from '../../checkout/order/testing/tenders.ts'
import { actByHand } from './act-by-hand.ts'

const { world } = chainNetwork()

test('who is banned has no name anywhere, until the ban is lifted; operators see it', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const [barred, other] = [await gifts.trader(5), await gifts.trader(1)]
  const name = '追放 太郎'
  await deps.sql`update members set display_name = ${name}, description = ${name} where id = ${barred.memberId}`
  const [kept, given, sold, mailed, offered] = barred.tokens
  const [returned] = other.tokens
  assert.ok(kept && given && sold && mailed && offered && returned)
  const { session } = other
  // a gift, one back, a sale, a gift by mail that waits, and a listing
  const gift = await gifts.give(barred, given, other.flowAddress)
  await gifts.move(barred, given, other.flowAddress)
  const address = { tokenId: returned.tokenId, address: barred.flowAddress }
  const back = await call('draftTransfer', { body: address }, { session })
  assert.ok(back.ok, JSON.stringify(back))
  await gifts.move(other, returned, barred.flowAddress)
  const { link } = await gifts.offer(barred, mailed, 'taro@example.jp')
  await gifts.list(barred, sold, { price: 1100 })
  await gifts.list(barred, offered, { price: 1200 })
  await givePoints(gifts, other, 1100)
  const bought = await call(
    'buyTokenPoint',
    { params: { refId: sold.refId }, body: { priceYen: 1100, contentAccessFee: 0 } },
    { session },
  )
  assert.ok(bought.ok, JSON.stringify(bought))
  await deliverTrades(gifts)

  const shown = async () => {
    const list = { params: { itemId: offered.itemId }, query: {} }
    const answers = {
      gift: await call('showGift', { params: { giftId: gift.giftId } }, { session }),
      gifts: await call('listGifts', { query: {} }, { session }),
      transfer: await call('showTransfer', { params: { transferId: back.data.transferId } }, { session }),
      transfers: await call('listTransfers', { query: {} }, { session }),
      claim: await call('showClaim', { body: { token: link } }),
      orders: await call('listOrders', { query: {} }, { session }),
      listing: await call('showListing', { params: { tokenRefId: offered.refId } }),
      listings: await call('listListings', list),
      token: await call('showToken', { params: { tokenId: kept.tokenId } }),
      history: await call('listTokenHistory', { params: { tokenId: given.tokenId }, query: {} }),
      received: await call('listTokenHistory', { params: { tokenId: returned.tokenId }, query: {} }),
      recipient: await call(
        'prepareTransfer',
        { query: { tokenId: given.tokenId, address: barred.flowAddress } },
        { session },
      ),
      profile: await call('showUser', { params: { userId: barred.memberId } }),
    }
    return Object.entries(answers)
      .filter(([, answer]) => JSON.stringify(answer).includes(name))
      .map(([what]) => what)
  }
  const everywhere = await shown()
  assert.ok(everywhere.length >= 12, `shown only in ${everywhere.join(', ')}`)

  const said: string[] = []
  const order = { who: barred.memberId, by: 't', reason: 'r', isDryRun: false } as const
  await actByHand(deps, { ...order, act: 'ban' }, (line) => said.push(line))
  assert.deepEqual(await shown(), [])
  const owner = await call('showToken', { params: { tokenId: kept.tokenId } })
  assert.deepEqual(owner.ok && [owner.data.ownerName, owner.data.ownerUserId], [null, null])
  assert.equal((await gifts.giftOf(other, gift.giftId)).giverName, '')

  await actByHand(deps, { ...order, act: 'unban' }, (line) => said.push(line))
  assert.equal(said.filter((line) => line.includes(name)).length, 2, 'operators see whom they deal with')
  const after = await shown()
  // what was withdrawn with the ban stays withdrawn
  assert.deepEqual(everywhere.filter((what) => !after.includes(what)).toSorted(), ['listing', 'listings'])
})
