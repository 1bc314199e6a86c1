import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setAgentCaps, type AgentCaps } from '@kura/cadence/sale-agent'
import { earlyInTheDay } from '../../../../cadence/tests/early-in-the-day.ts'
import { rebuildIndex } from '../../chain/index/index-once.ts'
import { findSaleAgent } from '../../chain/agent/pause-sales.ts'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { enterToken, offerToken } from '../../checkout/order/testing/trading.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { codeOf, giftWorld } from './testing/gift-world.ts'

const { world } = chainNetwork()

test('a gift to a member arrives when the chain says so, and both are written to', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call } = gifts
  const [giver, friend] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = giver.tokens
  assert.ok(token)
  const drafted = await gifts.give(giver, token, friend.flowAddress, '  誕生日\nおめでとう  ')
  assert.deepEqual(drafted.recipient, { userId: friend.memberId, displayName: '出品 花子' })
  const { giftId } = drafted
  const shown = (who: typeof friend) => call('showGift', { params: { giftId } }, { session: who.session })
  assert.equal(codeOf(await shown(friend)), 'NOT_FOUND', 'a draft is its giver’s business alone')
  const { txId } = await gifts.move(giver, token, friend.flowAddress)
  const general = { params: { type: 'gift', transactionId: giftId }, body: { txId } }
  assert.equal(codeOf(await call('reportTransaction', general, { session: friend.session })), 'NOT_FOUND')
  assert.equal(codeOf(await call('reportTransaction', general, { session: giver.session })), 'ok')
  const told = await call('reportGift', { params: { giftId }, body: { txId } }, { session: giver.session })
  assert.ok(told.ok && told.data.state === 'pending')
  assert.equal(codeOf(await shown(friend)), 'NOT_FOUND')
  await gifts.index()
  const sent = await gifts.giftOf(giver, giftId)
  assert.deepEqual(
    [sent.kind, sent.side, sent.state, sent.txId, sent.toAddress, sent.recipient?.userId, sent.message, sent.email],
    ['address', 'sent', 'sealed', txId, friend.flowAddress, friend.memberId, '誕生日 おめでとう', null],
  )
  const got = await gifts.giftOf(friend, giftId)
  assert.deepEqual([got.side, got.state, got.giverName], ['received', 'sealed', '出品 花子'])
  await gifts.post()
  await gifts.post()
  assert.deepEqual(await gifts.subjects(friend.email), ['【Kura 蔵】贈りものが保管庫に入りました'])
  assert.deepEqual(await gifts.subjects(giver.email), ['【Kura 蔵】贈りものが届きました'])
  assert.match((await gifts.newest(friend.email)).text, /誕生日 おめでとう/)
  const history = await call('listTokenHistory', { params: { tokenId: token.tokenId }, query: {} })
  assert.ok(history.ok)
  assert.deepEqual(
    history.data.items.map(({ kind }) => kind),
    ['gift', 'mint'],
  )
  const ended = await call('endGift', { params: { giftId } }, { session: giver.session })
  assert.equal(codeOf(ended), 'GIFT_STATE')
  await gifts.expectSound()
})

test('what the wallet is said to have sent is not given up: the chain decides it', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call } = gifts
  const [giver, friend] = [await gifts.trader(2), await gifts.trader(0)]
  const [one, two] = giver.tokens
  assert.ok(one && two)
  const { session } = giver
  const end = async (giftId: string) => {
    const ended = await call('endGift', { params: { giftId } }, { session })
    return ended.ok ? ended.data.state : codeOf(ended)
  }
  const sent = await gifts.give(giver, one, friend.flowAddress)
  const { txId } = await gifts.move(giver, one, friend.flowAddress)
  await call('reportGift', { params: { giftId: sent.giftId }, body: { txId } }, { session })
  const mailed = await gifts.draftMail(giver, two)
  const signed = await gifts.sign(giver, { ...mailed, listingId: mailed.giftId } as never)
  await call('reportGift', { params: { giftId: mailed.giftId }, body: { txId: signed } }, { session })
  assert.deepEqual([await end(sent.giftId), await end(mailed.giftId)], ['GIFT_STATE', 'GIFT_STATE'])
  await gifts.index()
  assert.equal((await gifts.giftOf(giver, sent.giftId)).state, 'sealed')
  assert.equal(await end(sent.giftId), 'GIFT_STATE')
  const moves = await gifts.deps
    .sql`select state from transfer_moves where transfer_id = ${sent.giftId} order by number`
  assert.deepEqual(
    moves.map(({ state }) => state),
    ['drafted', 'pending', 'sealed'],
  )
  // by mail it can be cancelled as soon as it is open
  assert.equal(await end(mailed.giftId), 'ending')
  await gifts.settle()
  await gifts.expectSound()
})

test('a gift to a stranger’s address works, and only its giver hears of it', async (t) => {
  const gifts = await giftWorld(t, world())
  const giver = await gifts.trader(1)
  const stranger = await world().newMember()
  const [token] = giver.tokens
  assert.ok(token)
  const { giftId, recipient } = await gifts.give(giver, token, stranger.address)
  assert.equal(recipient, null)
  await gifts.move(giver, token, stranger.address)
  await gifts.index()
  const sent = await gifts.giftOf(giver, giftId)
  assert.deepEqual([sent.state, sent.recipient, sent.toAddress], ['sealed', null, stranger.address])
  await gifts.post()
  assert.match((await gifts.newest(giver.email)).text, new RegExp(stranger.address))
  assert.equal((await gifts.deps.sql`select 1 from mails`).length, 1)
})

test('a gift by mail waits with its giver, and goes to the first claimer with the link, once', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const [giver, claimer, other] = [await gifts.trader(1), await gifts.trader(0), await gifts.trader(0)]
  const [token] = giver.tokens
  assert.ok(token)
  const email = 'taro@example.jp'
  const { giftId, link } = await gifts.offer(giver, token, email)
  assert.equal((await gifts.giftOf(giver, giftId)).state, 'open')
  const [{ owner } = {}] =
    await deps.sql`select owner_address as owner from tokens where id = ${token.tokenId}::numeric`
  assert.equal(owner, giver.flowAddress, 'it has not left its giver')
  assert.deepEqual(await gifts.subjects(email), ['【Kura 蔵】贈りものが届いています'])
  assert.deepEqual(await gifts.subjects(giver.email), ['【Kura 蔵】贈りもののメールを送りました'])
  const kept = await deps.sql`select claim_hash from gifts`
  assert.ok(!JSON.stringify(kept).includes(link))
  const words = await deps.sql`select words::text as words from mails`
  assert.ok(!JSON.stringify(words).includes(link), 'the secret is in the letter alone')

  const look = async (session?: string) => {
    const answer = await call('showClaim', { body: { token: link } }, session === undefined ? {} : { session })
    assert.ok(answer.ok, JSON.stringify(answer))
    return [answer.data.state, answer.data.isOwn, answer.data.giverName, answer.data.serial]
  }
  assert.deepEqual(await look(), ['open', false, '出品 花子', 1])
  assert.deepEqual(await look(giver.session), ['open', true, '出品 花子', 1])
  assert.equal(await gifts.claim(giver, link), 'FORBIDDEN,yourself')
  assert.equal(codeOf(await call('claimGift', { body: { token: link } })), 'UNAUTHORIZED')
  const noWallet = { ...other, ...(await seedMember(deps)) }
  assert.equal(await gifts.claim(noWallet, link), 'WALLET_REQUIRED')
  assert.deepEqual(await look(), ['open', false, '出品 花子', 1], 'looking and failing use nothing up')

  await deps.sql`
    insert into wallet_changes (id, member_id, kind, old_address, new_address, state)
    values (${giftId}, ${claimer.memberId}, 'recovery', ${claimer.flowAddress}, ${other.flowAddress}, 'requested')`
  assert.equal(await gifts.claim(claimer, link), 'WALLET_CHANGING')
  await deps.sql`delete from wallet_changes`
  assert.equal(await gifts.claim(claimer, link), 'claimed')
  assert.equal(await gifts.claim(claimer, link), 'claimed', 'the same member may ask again')
  assert.equal(await gifts.claim(other, link), 'GIFT_STATE')
  assert.deepEqual((await look(claimer.session)).slice(0, 1), ['yours'])
  assert.deepEqual((await look(other.session)).slice(0, 1), ['taken'])
  assert.equal(codeOf(await call('endGift', { params: { giftId } }, { session: giver.session })), 'GIFT_STATE')
  await gifts.settle()
  const got = await gifts.giftOf(claimer, giftId)
  assert.deepEqual(
    [got.side, got.kind, got.state, got.toAddress, got.recipient?.userId, got.email, got.mail],
    ['received', 'mail', 'sealed', claimer.flowAddress, claimer.memberId, null, null],
  )
  const sent = await gifts.giftOf(giver, giftId)
  assert.deepEqual([sent.email, sent.mail, sent.state], [email, 'sent', 'sealed'])
  assert.match(sent.txId ?? '', /^[0-9a-f]{64}$/)
  const [{ holder } = {}] =
    await deps.sql`select owner_address as holder from tokens where id = ${token.tokenId}::numeric`
  assert.equal(holder, claimer.flowAddress)
  await gifts.post()
  assert.deepEqual(await gifts.subjects(claimer.email), ['【Kura 蔵】贈りものが保管庫に入りました'])
  assert.equal((await gifts.subjects(giver.email)).at(-1), '【Kura 蔵】贈りものが届きました')
  assert.equal((await gifts.subjects(email)).length, 1)
  const history = await call('listTokenHistory', { params: { tokenId: token.tokenId }, query: {} })
  assert.ok(history.ok)
  assert.deepEqual(
    history.data.items.map(({ kind, price }) => [kind, price]),
    [
      ['gift', null],
      ['mint', null],
    ],
  )
  // no sale of it anywhere
  const trends = await call('listTrends', { query: {} })
  assert.ok(trends.ok && trends.data.items.length === 0)
  await gifts.expectSound()
  const rows = () => deps.sql`select * from gifts order by id`
  const before = [...(await rows())]
  await rebuildIndex(deps)
  assert.deepEqual([...(await rows())], before)
})

test('a giver cannot learn whether an address has an account', async (t) => {
  const gifts = await giftWorld(t, world())
  const giver = await gifts.trader(2)
  const known = await seedMember(gifts.deps, { email: 'known@example.jp' })
  const [one, two] = giver.tokens
  assert.ok(one && two)
  const answers = [
    await gifts.draftMail(giver, one, { email: known.email }),
    await gifts.draftMail(giver, two, { email: 'nobody@example.jp' }),
  ]
  const shapes = answers.map((answer) => Object.keys(answer).sort())
  assert.deepEqual(shapes[0], shapes[1])
  const views = await Promise.all(answers.map(({ giftId }) => gifts.giftOf(giver, giftId)))
  assert.deepEqual(
    views.map(({ recipient, toAddress, state }) => [recipient, toAddress, state]),
    [
      [null, '', 'drafted'],
      [null, '', 'drafted'],
    ],
  )
  const listed = await gifts.call('listGifts', { query: { side: 'received' } }, { session: known.session })
  assert.ok(listed.ok && listed.data.items.length === 0)
})

test('a member who may not give by mail gets the reason, and nothing is signed or mailed', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const [giver, stranger] = [await gifts.trader(3), await gifts.trader(0)]
  const [token, listed, given] = giver.tokens
  assert.ok(token && listed && given)
  await gifts.list(giver, listed)
  await gifts.offer(giver, given, 'first@example.jp')
  const [{ mails } = { mails: 0 }] = await deps.sql`select count(*)::int as mails from mails`
  const attempt = async (session: string, more: object) => {
    const body = { tokenId: token.tokenId, email: 'a@example.jp', ...more }
    return codeOf(await call('draftMailGift', { body }, { session }))
  }
  assert.equal(await attempt(stranger.session, {}), 'FORBIDDEN,not_owner')
  assert.equal(await attempt(giver.session, { tokenId: listed.tokenId }), 'TOKEN_LISTED,listed')
  assert.equal(await attempt(giver.session, { tokenId: given.tokenId }), 'TOKEN_OFFERED_AS_GIFT,offered_as_gift')
  assert.equal(await attempt(giver.session, { tokenId: '99999999' }), 'NOT_FOUND')
  assert.equal(await attempt(giver.session, { email: 'nonsense' }), 'INVALID_EMAIL_FORMAT,invalid_format')
  assert.equal(await attempt(giver.session, { email: giver.email.toUpperCase() }), 'INVALID_INPUT,yourself')
  for (const message of [
    'see http://x.test',
    'www.x',
    '当たり→evil.рф',
    'evil。com',
    '203.0.113.5/x',
    'mail me: a@b.example',
  ])
    assert.equal(await attempt(giver.session, { message }), 'INVALID_INPUT,link', message)
  assert.equal(await attempt(giver.session, { message: 'おめで\u202eとう' }), 'INVALID_INPUT,unseen_characters')
  assert.equal(await attempt(giver.session, { message: 'x'.repeat(201) }), 'INVALID_REQUEST_FORMAT,too_big')
  await deps.sql`
    insert into mails (id, recipient, template, locale, words, state) values
      (gen_random_uuid(), 'gone@example.jp', 'gift-waiting', 'ja', '{}', 'dead'),
      (gen_random_uuid(), 'b0@example.jp', 'sign-up', 'ja', '{}', 'dead')`
  assert.equal(await attempt(giver.session, { email: 'gone@example.jp' }), 'INVALID_INPUT,undeliverable')
  await deps.sql`update gifts set mails = 1`
  const copies = await deps.sql`
    insert into gifts (id, state, giver_id, giver_address, token_id, token_uuid, ref_id, version, email, locale, issued_at, claim_until,
                       expires_at, key_index, order_hash, mails, opened_at, ended_at, end_reason)
    select gen_random_uuid(), 'ended', giver_id, giver_address, token_id, token_uuid, ref_id, version, email, locale, issued_at, claim_until,
           expires_at, key_index, 'copy' || n, 1, opened_at, kura_now(), 'cancelled'
      from gifts, generate_series(1, 9) n`
  assert.equal(copies.count, 9)
  assert.equal(await attempt(giver.session, { email: 'first@example.jp' }), 'TOO_MANY_REQUESTS')
  await deps.sql`delete from gifts where order_hash like 'copy%'`
  // what is offered by mail cannot be moved by a gift or a transfer either
  const body = { tokenId: given.tokenId, address: stranger.flowAddress }
  assert.equal(
    codeOf(await call('draftGift', { body }, { session: giver.session })),
    'TOKEN_OFFERED_AS_GIFT,offered_as_gift',
  )
  const [{ after } = { after: 0 }] = await deps.sql`select count(*)::int as after from mails where state <> 'dead'`
  assert.equal(after, mails)
  assert.equal((await deps.sql`select 1 from gifts`).length, 1)
  // a giver's mails are limited, and each answer about an address counts; account mail to the first
  // address is never revealed
  let last = ''
  for (let n = 0; n < 25 && last === ''; n += 1) {
    const code = await attempt(giver.session, { email: `b${n}@example.jp` })
    if (code !== 'ok') last = `${n} ${code}`
  }
  // one was mailed above, and two addresses were asked about
  assert.equal(last, '17 TOO_MANY_REQUESTS')
})

test('the link is mailed again three times in all, each time a new one, and nothing but the newest opens', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call } = gifts
  const [giver, claimer] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = giver.tokens
  assert.ok(token)
  const email = 'again@example.jp'
  const { giftId, link } = await gifts.offer(giver, token, email)
  const again = async (who = giver) =>
    codeOf(await call('mailGiftAgain', { params: { giftId } }, { session: who.session }))
  assert.equal(await again(claimer), 'NOT_FOUND')
  const both = await Promise.all([again(), again()])
  assert.ok(both.includes('ok') && both.every((code) => code === 'ok' || code === 'GIFT_STATE'), both.join())
  while ((await again()) === 'ok');
  await gifts.post()
  assert.equal((await gifts.subjects(email)).length, 3)
  assert.equal(await gifts.claim(claimer, link), 'TOKEN_NOTFOUND')
  const newest = new URL((await gifts.newest(email)).links[0]!).searchParams.get('token') ?? ''
  assert.equal(await gifts.claim(claimer, newest), 'claimed')
  assert.equal(await again(), 'GIFT_STATE')
  assert.equal(await gifts.claim(claimer, randomBytes(32).toString('base64url')), 'TOKEN_NOTFOUND')
})

test('a refused mail is reported to the giver, who can cancel the gift', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const giver = await gifts.trader(1)
  const [token] = giver.tokens
  assert.ok(token)
  const { giftId } = await gifts.offer(giver, token, 'full@example.jp')
  await deps.sql`update mails set state = 'dead' where recipient = 'full@example.jp'`
  assert.equal((await gifts.giftOf(giver, giftId)).mail, 'undeliverable')
  await gifts.post()
  await gifts.post()
  assert.deepEqual(
    (await gifts.subjects(giver.email)).filter((subject) => subject.includes('届けられません')).length,
    1,
  )
  const ended = await call('endGift', { params: { giftId } }, { session: giver.session })
  assert.ok(ended.ok && ended.data.state === 'ending')
  await gifts.settle()
  assert.equal((await gifts.giftOf(giver, giftId)).endReason, 'cancelled')
})

test('own gifts of both kinds are listed newest first, page by page, on the side they are on', async (t) => {
  const gifts = await giftWorld(t, world())
  const [giver, friend] = [await gifts.trader(4), await gifts.trader(1)]
  const [one, two, three, four] = giver.tokens
  assert.ok(one && two && three && four)
  await gifts.give(giver, one, friend.flowAddress)
  await gifts.move(giver, one, friend.flowAddress)
  const { link } = await gifts.offer(giver, two, 'x@example.jp')
  await gifts.give(giver, three, friend.flowAddress)
  await gifts.offer(giver, four, 'y@example.jp')
  assert.equal(await gifts.claim(friend, link), 'claimed')
  await gifts.settle()
  await gifts.give(friend, friend.tokens[0]!, giver.flowAddress)
  const all = async (who: typeof giver, side?: 'sent' | 'received') => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 1, ...(side ? { side } : {}), ...(cursor === undefined ? {} : { cursor }) }
      const page = await gifts.call('listGifts', { query }, { session: who.session })
      assert.ok(page.ok, JSON.stringify(page))
      ids.push(...page.data.items.map(({ token, side: on, state }) => `${on} ${state} ${token.tokenId}`))
      cursor = page.data.cursor
    } while (cursor !== undefined)
    return ids
  }
  const received = [`received sealed ${two.tokenId}`, `received sealed ${one.tokenId}`]
  const own = `sent drafted ${friend.tokens[0]!.tokenId}`
  assert.deepEqual(await all(friend), [own, ...received])
  assert.deepEqual(await all(friend, 'received'), received)
  assert.deepEqual(await all(friend, 'sent'), [own])
  assert.deepEqual(await all(giver, 'received'), [])
  assert.deepEqual(await all(giver), [
    `sent open ${four.tokenId}`,
    `sent drafted ${three.tokenId}`,
    `sent sealed ${two.tokenId}`,
    `sent sealed ${one.tokenId}`,
  ])
})

test('a claimed gift on its way takes one of the day’s deliveries, so no buyer pays for a delivery that would wait until tomorrow', async (t) => {
  const gifts = await giftWorld(t, world())
  const { chain, deps } = gifts
  const [giver, claimer, buyer] = [await gifts.trader(1), await gifts.trader(0), await gifts.trader(0)]
  const { wanted } = await offerToken(gifts)
  const { link } = await gifts.offer(giver, giver.tokens[0]!, 'day@example.jp')
  await earlyInTheDay()
  const before = await findSaleAgent(deps)
  assert.ok(before)
  const setCaps = (caps: AgentCaps) =>
    chain.act(chain.agent, setAgentCaps(chain.addresses, { agent: chain.agent.address, ...caps }))
  // one is left of the day
  await setCaps({ maxSalesPerDay: before.salesToday + 1, maxYenPerDay: before.maxYenPerDay })
  try {
    assert.equal(await gifts.claim(claimer, link), 'claimed')
    const refused = await enterToken(gifts, buyer, wanted)
    assert.ok(!refused.ok)
    assert.deepEqual([refused.body.errorCode, refused.body.details?.[0]?.fault], ['SALES_PAUSED', 'daily_limit'])
    await gifts.settle()
    assert.equal(codeOf(await enterToken(gifts, buyer, wanted)), 'SALES_PAUSED,daily_limit', 'the chain counts it now')
    await setCaps({ maxSalesPerDay: before.salesToday + 2, maxYenPerDay: before.maxYenPerDay })
    assert.equal(codeOf(await enterToken(gifts, buyer, wanted)), 'ok')
  } finally {
    await setCaps(before)
  }
})
