import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { rebuildIndex } from '../../chain/index/index-once.ts'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { codeOf, giftWorld } from './testing/gift-world.ts'

const { world } = chainNetwork()

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
