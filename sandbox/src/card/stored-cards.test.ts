import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { cardBuyer } from '../testing/card-buyer.ts'
import { cardClient, type Answer } from '../testing/card-client.ts'
import { tempFolder, testSandbox } from '../testing/test-sandbox.ts'
import { sandboxSite } from './start-card.ts'

const site = { SiteID: sandboxSite.id, SitePass: sandboxSite.pass }
const numbers = ['4111111111111111', '5555555555554444', '3530111333300000', '4999000000000179'] as const

async function memberOf(t: TestContext, MemberID = 'm-1') {
  const { addresses } = await testSandbox(t)
  const client = cardClient(addresses.pages)
  const ask = (name: string, more: Answer = {}) => client.call(name, { ...site, MemberID, ...more })
  const save = async (number: string, more: Answer = {}) =>
    ask('SaveCard', { Token: await client.token(number), SeqMode: '1', ...more })
  assert.deepEqual(await ask('SaveMember', { MemberName: 'YAMADA HANAKO' }), { MemberID })
  return { ...client, pages: addresses.pages, ask, save }
}

test('a member is opened once, renamed, found by name and gone after deletion', async (t) => {
  const { ask } = await memberOf(t)
  assert.equal((await ask('SaveMember')).ErrInfo, 'E01390010')
  assert.equal((await ask('UpdateMember', { MemberName: 'SUZUKI HANAKO' })).MemberID, 'm-1')
  assert.deepEqual(await ask('SearchMember'), { MemberID: 'm-1', MemberName: 'SUZUKI HANAKO', DeleteFlag: '0' })
  assert.equal((await ask('SearchMember', { SitePass: 'x' })).ErrInfo, 'E01210002')
  assert.equal((await ask('SearchMember', { MemberID: 'm/1' })).ErrInfo, 'E01220008')
  assert.equal((await ask('SearchMember', { MemberID: 'x'.repeat(61) })).ErrInfo, 'E01220005')
  await ask('DeleteMember')
  assert.equal((await ask('SearchMember')).ErrInfo, 'E01390002')
  assert.equal((await ask('SearchCard')).ErrInfo, 'E01390002|E01240002')
})

test('cards are listed in pairs, the default one is one, and a token is used up', async (t) => {
  const { ask, save, token } = await memberOf(t)
  assert.equal((await ask('SearchCard', { SeqMode: '1' })).ErrInfo, 'E01240002')
  const first = await save(numbers[0], { DefaultFlag: '1', HolderName: 'TARO' })
  assert.deepEqual(first, { CardSeq: '0', CardNo: '************1111', Forward: '2a99663' })
  await save(numbers[1], { DefaultFlag: '1' })
  const Token = await token(numbers[2])
  assert.equal((await ask('SaveCard', { Token, SeqMode: '1', CardSeq: '0' })).CardSeq, '0')
  assert.equal((await ask('SaveCard', { Token })).ErrInfo, 'EX1000302')
  assert.equal((await ask('SaveCard', {})).ErrInfo, 'EX1000301')
  assert.equal((await save(numbers[0], { HolderName: 'たろう' })).ErrInfo, 'E01480008')
  assert.deepEqual(await ask('SearchCard', { SeqMode: '1' }), {
    CardSeq: '0|1',
    DefaultFlag: '0|1',
    CardName: '|',
    CardNo: '************0000|************4444',
    Expire: '4912|4912',
    HolderName: 'HANAKO|HANAKO',
    DeleteFlag: '0|0',
  })
  for (let count = 2; count < 10; count += 1) await save(numbers[0])
  assert.equal((await save(numbers[0])).ErrInfo, 'E01230009')
})

test('a deleted card shifts the logical numbers and leaves the physical ones', async (t) => {
  const { ask, save } = await memberOf(t)
  for (const number of numbers.slice(0, 3)) await save(number)
  const cardAt = async (SeqMode: string, CardSeq: string) => {
    const found = await ask('SearchCard', { SeqMode, CardSeq })
    return found.CardNo?.slice(-4) ?? found.ErrInfo
  }
  assert.deepEqual([await cardAt('0', '1'), await cardAt('1', '1')], ['4444', '4444'])
  assert.equal((await ask('DeleteCard', { SeqMode: '1', CardSeq: '0' })).CardSeq, '0')
  // The same logical number now means another card: who kept it would charge the wrong one.
  assert.deepEqual([await cardAt('0', '1'), await cardAt('1', '1')], ['0000', '4444'])
  assert.equal(await cardAt('1', '0'), 'E01240002')
  assert.equal((await ask('DeleteCard', { SeqMode: '1', CardSeq: '0' })).ErrInfo, 'E01240002')
  const [logical, physical] = [await ask('SearchCard', { SeqMode: '0' }), await ask('SearchCard', { SeqMode: '1' })]
  assert.deepEqual([logical.CardSeq, logical.DeleteFlag], ['0|1', '0|0'])
  assert.deepEqual([physical.CardSeq, physical.DeleteFlag], ['0|1|2', '1|0|0'])
  assert.equal((await save(numbers[0])).CardSeq, '3')
  assert.equal((await ask('SearchCard', { SeqMode: '2' })).ErrInfo, 'E01470008')
  assert.equal((await ask('DeleteCard', { SeqMode: '1', CardSeq: 'x' })).ErrInfo, 'E01230006')
})

test("a member's card pays through 3-D Secure, and acts as its number does", async (t) => {
  const { ask, save, call, search, shop, pages } = await memberOf(t)
  await save(numbers[0])
  await save(numbers[3])
  const buyer = cardBuyer(pages, shop.ShopID)
  const pay = async (OrderID: string, more: Answer) => {
    const entry = await call('EntryTran', { ...shop, OrderID, JobCd: 'CAPTURE', Amount: '500', TdFlag: '2' })
    const member = { ...site, MemberID: 'm-1', SeqMode: '1', SecurityCode: '123', ...more }
    const urls = { RetUrl: 'http://shop.test/back', CallbackType: '3' }
    const exec = await call('ExecTran', { ...entry, OrderID, Method: '1', ...member, ...urls })
    if (exec.ErrInfo) return exec
    const end = await buyer.walkChallenge(exec.RedirectUrl ?? '')
    assert.deepEqual(end, { address: `http://shop.test/back?AccessID=${entry.AccessID}` })
    return call('SecureTran2', { AccessID: entry.AccessID ?? '', AccessPass: entry.AccessPass ?? '' })
  }
  assert.equal((await pay('member-1', { CardSeq: '0' })).ErrInfo, undefined)
  const found = await search('member-1')
  assert.deepEqual(
    [found.Status, found.MemberID, found.SiteID, found.CardNo],
    ['CAPTURE', 'm-1', sandboxSite.id, '************1111'],
  )
  assert.equal((await pay('member-2', { CardSeq: '1' })).ErrInfo, '42G020000')
  assert.equal((await pay('member-3', { CardSeq: '0', SitePass: 'x' })).ErrInfo, 'E01210002')
  assert.equal((await pay('member-4', { CardSeq: '7' })).ErrInfo, 'E01240002')
  assert.equal((await pay('member-5', { CardSeq: '0', SecurityCode: '12' })).ErrInfo, 'E01460008')
  assert.equal((await pay('member-6', { CardSeq: '0', MemberID: 'nobody' })).ErrInfo, 'E01390002')
  await ask('DeleteCard', { SeqMode: '1', CardSeq: '0' })
  assert.equal((await pay('member-7', { CardSeq: '0' })).ErrInfo, 'E01240002')
})

test('a card is checked with 3-D Secure for nothing and then kept, also over a restart', async (t) => {
  const dataDir = await tempFolder(t)
  const first = await testSandbox(t, { dataDir })
  const { begin, call, decide, search, shop } = cardClient(first.addresses.pages)
  const member = { ...site, MemberID: 'm-1' }
  await call('SaveMember', member)
  const { trade, exec } = await begin('check-1', numbers[3], { JobCd: 'CHECK', Amount: '', Method: '', ...member })
  assert.equal(exec.ACS, '2')
  const keep = (more: Answer = {}) =>
    call('TradedCard', { ...shop, ...member, OrderID: 'check-1', SeqMode: '1', HolderName: 'HANAKO', ...more })
  assert.equal((await keep()).ErrInfo, 'E01110010')
  await decide(exec.RedirectUrl, 'approved')
  assert.equal((await call('SecureTran2', trade)).ErrInfo, '42G020000')

  const good = await begin('check-2', numbers[0], { JobCd: 'CHECK', Amount: '', Method: '', ...member })
  await decide(good.exec.RedirectUrl, 'approved')
  assert.equal((await call('SecureTran2', good.trade)).ErrInfo, undefined)
  const found = await search('check-2')
  assert.deepEqual([found.Status, found.Amount], ['CHECK', '0'])
  assert.equal((await keep({ OrderID: 'none' })).ErrInfo, 'E01110002')
  await call('SaveMember', { ...site, MemberID: 'm-2' })
  assert.equal((await keep({ OrderID: 'check-2', MemberID: 'm-2' })).ErrInfo, 'E01630010')
  assert.deepEqual(await keep({ OrderID: 'check-2' }), {
    CardSeq: '0',
    CardNo: '************1111',
    Forward: '2a99663',
  })
  await first.close()

  const second = await testSandbox(t, { dataDir })
  const kept = await cardClient(second.addresses.pages).call('SearchCard', { ...member, SeqMode: '1' })
  assert.deepEqual([kept.CardSeq, kept.CardNo, kept.HolderName], ['0', '************1111', 'HANAKO'])
})
