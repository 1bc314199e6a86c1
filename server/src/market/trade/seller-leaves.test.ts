// Sellers who leave: a sale always ends with its money, whichever side is faster.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@kura/contract/limits'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { deliverTrades, listToken, buyToken } from '../../checkout/order/testing/trading.ts'
import { allWell } from '../../checkout/order/testing/tenders.ts'
import { carryOutDeletions } from '../../identity/account/deletion.ts'
import { findLeaveObstacles } from '../../identity/account/delete-member.ts'
import { insert } from '../../identity/account/deletion-queries.ts'
import { mailTo } from '../../identity/account/testing/mail-to.ts'
import { newId } from '../../platform/db/id.ts'
import { sendWaitingMails } from '../../platform/mail/send-waiting-mails.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import { payForToken } from './testing/paid-trade.ts'
import { settleCleared } from './trade-proceeds.ts'

const { world } = chainNetwork()
const password = 'correct horse battery staple'

test('a seller is held from the listing to the money, and no moment of a sale lets them go', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const listed = await listToken(market, { price: 5000 })
  const { seller } = listed
  await deps.sql`update members set password_hash = ${await deps.passwords.hash(password)} where id = ${seller.memberId}`
  const blocks = async () => (await findLeaveObstacles(deps.sql, seller.memberId)).map(({ kind }) => kind)
  const ask = async () => {
    const body = { reason: 'cost', password }
    const answer = await market.call('requestDeletion', { body }, { session: seller.session })
    return answer.ok ? [] : (answer.body.details ?? []).map(({ field }) => field)
  }
  assert.deepEqual(await ask(), ['listings_open'])
  const { tradeId } = await payForToken(market, { listed, price: 5000 })
  assert.deepEqual(await blocks(), ['listings_open'])
  // the chain has sold it, and the books do not know yet
  await deps.sql`update listings set state = 'sold', ended_at = kura_now() where seller_id = ${seller.memberId}`
  assert.deepEqual(await ask(), ['trades_open'])
  await deps.sql`update listings set state = 'held', ended_at = null where seller_id = ${seller.memberId}`
  await deliverTrades(market)
  assert.deepEqual(await ask(), ['proceeds_clearing'])
  await market.moveClock('8 days')
  await settleCleared(deps)
  const [trade] = await deps.sql`select state from trades where id = ${tradeId}`
  assert.equal(trade?.['state'], 'settled')
  assert.deepEqual(await blocks(), ['proceeds_left'])
})

test('a listing that a slow wallet opened meanwhile is sold, and its money ends the request', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const listed = await listToken(market, { price: 5000 })
  const { seller, purchase } = listed
  // as if the wallet had signed after the request
  await deps.sql.begin((db) => insert(db, { id: newId(), memberId: seller.memberId, reason: 'cost', cancelHash: null }))
  const buyer = await market.trader(0)
  const { order } = await buyToken(market, buyer, purchase, 'point')
  assert.equal(order.state, 'captured')
  await deliverTrades(market)
  await market.moveClock(`${limits.deletionDays} days 1 minute`)
  await settleCleared(deps)
  assert.equal(await carryOutDeletions(deps), 1)
  const [row] = await deps.sql`
    select d.state, m.deleted_at is null as "isThere", m.deletion_due_at as due
      from account_deletions d join members m on m.id = d.member_id where m.id = ${seller.memberId}`
  assert.deepEqual({ ...row }, { state: 'blocked', isThere: true, due: null })
  await sendWaitingMails(deps)
  assert.match((await mailTo(market, seller.email)).text, /受け取っていない売上/)
  await allWell(market)
})
