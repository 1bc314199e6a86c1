import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import type { ApiOutput } from '@kura/contract/api'
import { AppError } from '@kura/contract/errors'
import type { CallName } from '@kura/contract/paths'
import type { Result } from '@kura/contract/result'
import sharp from 'sharp'
import { seedSeries, seedTokens } from '../../discovery/testing/seed-tokens.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { sendCall } from '../../testing/attacks/send-call.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { upsertEbook } from './import-queries.ts'
import { makePage } from './make-page.ts'
import { markPage } from './mark-page.ts'
import { openPage } from './open-page.ts'
import { pageAddressSeconds, readPageToken, signPage } from './page-address.ts'
import { deletePlacesOf } from './queries.ts'

const world = await testWorld({ after })
const { deps, http, call, outside, moveClock } = world
const { sql } = deps
const library = { sql, secret: deps.env.CONTENT_LINK_SECRET }
const contentDir = join(outside.home, 'contents')
beforeEach(() => sql`delete from rate_limits`)

const failsWith = (code: string) => (error: unknown) => error instanceof AppError && error.code === code
const address = (): string => `0x${randomBytes(8).toString('hex')}`
const picture = (shade: number, width = 400): Promise<Buffer> =>
  sharp({ create: { width, height: 600, channels: 3, background: { r: shade, g: 200, b: 240 } } })
    .png()
    .toBuffer()

/** A member with one token of an item that has an ebook of two pages. */
async function seedEbook(only?: 'serial' | 'other-serial') {
  const owner = await seedMember(deps, { flowAddress: address() })
  const [itemId = ''] = (await seedSeries(sql, 1)).itemIds
  const [tokenId = ''] = await seedTokens(sql, owner.flowAddress, [itemId])
  const [token] = await sql<[{ refId: string; serial: number }]>`
    select ref_id as "refId", serial from tokens where id = ${tokenId}::numeric`
  const contentId = `c-${randomBytes(4).toString('hex')}`
  const serial = only === 'serial' ? token.serial : only === 'other-serial' ? token.serial + 1 : undefined
  const pages = [await makePage(contentDir, await picture(10)), await makePage(contentDir, await picture(20))]
  const ebook = { id: contentId, itemId, serial, name: { ja: '月の本', en: 'Moon book' }, direction: 'rtl' } as const
  await transaction(sql, (db) => upsertEbook(db, ebook, pages))
  return { owner, itemId, tokenId, serial: token.serial, contentId, ownerContentId: `${token.refId}_${contentId}` }
}
type Seeded = Awaited<ReturnType<typeof seedEbook>>

function dataOf<T>(result: Result<T>): T {
  assert.ok(result.ok, JSON.stringify(result))
  return result.data
}
const codeOf = (result: Result<unknown>): string | undefined => (result.ok ? undefined : result.body.errorCode)
const ebookOf = ({ ownerContentId, owner }: Seeded, session = owner.session) =>
  call('showEbook', { params: { ownerContentId } }, { session })
const addressesOf = async (seeded: Seeded) => dataOf(await ebookOf(seeded)).pages.map(({ url }) => url)
const tokenIn = (url: string): string => new URL(url, 'http://kura').searchParams.get('token') ?? ''

test('the owner of a token reads every page of its ebook with the own mark in the pixels', async () => {
  const seeded = await seedEbook()
  const ebook = dataOf(await ebookOf(seeded))
  assert.deepEqual(
    ebook.pages.map(({ page, width, height }) => [page, width, height]),
    [
      [1, 400, 600],
      [2, 400, 600],
    ],
  )
  const query = { token: tokenIn(ebook.pages[0]?.url ?? '') }
  const answer = await sendCall(world, http, 'showEbookPage', { query })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'image/webp')
  assert.equal(answer.headers['cache-control'], 'no-store')
  const { file } = await openPage(library, tokenIn(ebook.pages[0]?.url ?? ''))
  // the bytes as they stand: sharp would encode the page once more, with other pixels
  const plain = await readFile(join(contentDir, `${file}.webp`))
  const mark = { memberId: seeded.owner.memberId, serial: seeded.serial }
  const marked = await markPage(plain, mark)
  assert.equal(Buffer.compare(answer.rawPayload, marked), 0)
  const { channels } = await sharp(answer.rawPayload).stats()
  assert.ok((channels[0]?.stdev ?? 0) > (await sharp(plain).stats()).channels[0]!.stdev)
})

test('another member and one without a wallet are refused by every call that opens a content', async () => {
  const seeded = await seedEbook()
  const { ownerContentId, itemId, serial } = seeded
  const params = { ownerContentId }
  for (const other of [await seedMember(deps, { flowAddress: address() }), await seedMember(deps)]) {
    const { session } = other
    const results = [
      await call('showEbook', { params }, { session }),
      await call('showViewerUrl', { params }, { session }),
      await call('keepPlace', { params, body: { page: 1 } }, { session }),
      await call('reserveVideo', { body: params }, { session }),
      await call('showContentUrisOfSerial', { params: { itemId, serialNumber: serial }, query: {} }, { session }),
    ]
    assert.deepEqual(results.map(codeOf), Array(5).fill('FORBIDDEN'))
    assert.deepEqual(dataOf(await call('listContents', { query: {} }, { session })).items, [])
    const [listed] = dataOf(await call('listOwnerContents', { params: { itemId } }, { session })).items
    assert.equal(listed?.ownerContentId, null)
  }
})

test('an address that was granted stops in the block in which the token moves, and the new owner reads', async () => {
  const seeded = await seedEbook()
  const [granted = ''] = await addressesOf(seeded)
  const buyer = await seedMember(deps, { flowAddress: address() })
  const read = async () => (await http.inject({ url: granted })).statusCode
  assert.equal(await read(), 200)
  await sql`update tokens set owner_address = null, last_height = last_height + 1 where id = ${seeded.tokenId}::numeric`
  assert.equal(await read(), 403)
  await sql`update tokens set owner_address = ${buyer.flowAddress} where id = ${seeded.tokenId}::numeric`
  assert.equal(await read(), 403)
  assert.equal(codeOf(await ebookOf(seeded)), 'FORBIDDEN')
  const [own = ''] = dataOf(await ebookOf(seeded, buyer.session)).pages.map(({ url }) => url)
  assert.equal((await http.inject({ url: own })).statusCode, 200)
})

test('a banned or deleted member, a burned token and a content of another serial open nothing', async () => {
  for (const reason of ['banned_at', 'deleted_at'] as const) {
    const seeded = await seedEbook()
    const [granted = ''] = await addressesOf(seeded)
    const gone = reason === 'deleted_at' ? sql`deleted_at = kura_now(), email = null` : sql`banned_at = kura_now()`
    await sql`update members set ${gone} where id = ${seeded.owner.memberId}`
    await assert.rejects(openPage(library, tokenIn(granted)), failsWith('FORBIDDEN'), reason)
  }
  const burned = await seedEbook()
  await sql`update tokens set burned_at = kura_now() where id = ${burned.tokenId}::numeric`
  assert.equal(codeOf(await ebookOf(burned)), 'FORBIDDEN')
  assert.equal(codeOf(await ebookOf(await seedEbook('other-serial'))), 'FORBIDDEN')
  dataOf(await ebookOf(await seedEbook('serial')))
})

test('while the folder of contents is away a page says so, and is there again afterwards', async () => {
  const seeded = await seedEbook()
  const [address = ''] = await addressesOf(seeded)
  const query = { token: tokenIn(address) }
  const send = () => sendCall(world, http, 'showEbookPage', { query })
  await rename(contentDir, `${contentDir}-away`)
  const away = await send().finally(() => rename(`${contentDir}-away`, contentDir))
  assert.deepEqual([away.statusCode, away.json().errorCode], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal((await send()).statusCode, 200)
})

test('an expired address and a forged one are refused by their own codes', async () => {
  const seeded = await seedEbook()
  const [granted = ''] = (await addressesOf(seeded)).map(tokenIn)
  const parts = granted.split('.')
  const forged = [...parts.slice(0, 3), '2', ...parts.slice(4)].join('.')
  for (const token of [forged, `${granted}x`, granted.slice(0, -1), '.', 'a.b.c.d.e.f'])
    await assert.rejects(openPage(library, token), failsWith('TOKEN_NOTFOUND'))
  await assert.rejects(openPage({ ...library, secret: 'another' }, granted), failsWith('TOKEN_NOTFOUND'))
  await moveClock(`${pageAddressSeconds + 1} seconds`)
  await assert.rejects(openPage(library, granted), failsWith('TOKEN_EXPIRED'))
})

test('an address ends at the second it names', () => {
  const subject = { memberId: randomUUID(), refId: randomUUID(), contentId: 'moon', page: 3 }
  const token = signPage(library.secret, subject, 1_000_000)
  assert.deepEqual(readPageToken(library.secret, token, 1_000_000 + pageAddressSeconds - 1), subject)
  const late = () => readPageToken(library.secret, token, 1_000_000 + pageAddressSeconds)
  assert.throws(late, failsWith('TOKEN_EXPIRED'))
})

test('an address lasts the same for servers whose own clocks differ: its time is of the database', async (t) => {
  const seeded = await seedEbook()
  const [granted = ''] = await addressesOf(seeded)
  for (const skew of [-86_400_000, 86_400_000]) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + skew })
    await openPage(library, tokenIn(granted))
    t.mock.timers.reset()
  }
})

test('the place of a reader is kept for every device, only at a page that exists, and goes with the member', async () => {
  const { owner, ownerContentId } = await seedEbook()
  const { session } = owner
  const keep = (page: number) => call('keepPlace', { params: { ownerContentId }, body: { page } }, { session })
  const place = async () => dataOf(await call('listContents', { query: {} }, { session })).items[0]?.page
  assert.equal(await place(), null)
  assert.equal(codeOf(await keep(3)), 'NOT_FOUND')
  assert.deepEqual(dataOf(await keep(2)), { page: 2 })
  assert.equal(await place(), 2)
  await deletePlacesOf(sql, owner.memberId)
  assert.equal(await place(), null)
})

test('the library lists each content once, those read last first, and nothing to a visitor', async () => {
  const first = await seedEbook()
  const { session, flowAddress } = first.owner
  await seedTokens(sql, flowAddress, [first.itemId])
  const second = await seedEbook()
  await sql`update tokens set owner_address = ${flowAddress} where id = ${second.tokenId}::numeric`
  const params = { ownerContentId: first.ownerContentId }
  await call('keepPlace', { params, body: { page: 2 } }, { session })
  const { items } = dataOf(await call('listContents', { query: {} }, { session }))
  assert.deepEqual(
    items.map(({ contentId, serialNumber, pageCount, page }) => [contentId, serialNumber, pageCount, page]),
    [
      [first.contentId, first.serial, 2, 2],
      [second.contentId, second.serial, 2, null],
    ],
  )
  assert.deepEqual(dataOf(await call('listContents', { query: {} })).items, [])
  const [shown] = dataOf(await call('listOwnerContents', { params: { itemId: first.itemId } })).items
  assert.deepEqual([shown?.contentId, shown?.ownerContentId, shown?.page], [first.contentId, null, null])
  const [own] = dataOf(await call('listOwnerContents', { params: { itemId: first.itemId } }, { session })).items
  assert.equal(own?.ownerContentId, first.ownerContentId)
  assert.equal(codeOf(await call('listOwnerContents', { params: { itemId: 'nothing' } })), 'NOT_FOUND')
})

test('contents are found by serial number and by kind of file, with the address of the reader', async () => {
  const { owner, itemId, serial, contentId, ownerContentId } = await seedEbook()
  const { session } = owner
  const uri = `http://localhost:3000/library/${ownerContentId}`
  const expected = [{ serialNumber: serial, contentId, fileType: 'ebook', uri }]
  const { viewerUrl } = dataOf(await call('showViewerUrl', { params: { ownerContentId } }, { session }))
  assert.equal(viewerUrl, uri)
  const uris = async (fileType?: 'ebook' | 'video') =>
    dataOf(await call('listSerialContentUris', { params: { itemId }, query: { fileType } }, { session })).items
  assert.deepEqual(await uris(), expected)
  assert.deepEqual(await uris('ebook'), expected)
  assert.deepEqual(await uris('video'), [])
  const ofSerial = (serialNumber: number) =>
    call('showContentUrisOfSerial', { params: { itemId, serialNumber }, query: {} }, { session })
  assert.deepEqual(dataOf(await ofSerial(serial)).items, expected)
  assert.equal(codeOf(await ofSerial(9_999_999)), 'NOT_FOUND')
})

test('an ebook is no video: nothing is reserved and no reservation is known', async () => {
  const { owner, ownerContentId } = await seedEbook()
  const reserved = await call('reserveVideo', { body: { ownerContentId } }, { session: owner.session })
  assert.equal(codeOf(reserved), 'NOT_FOUND')
  const header = { 'x-content-video-reserve-id': randomUUID() }
  assert.equal((await http.inject({ url: '/api/v1/drm/video', headers: header })).statusCode, 404)
  assert.equal((await http.inject({ url: '/api/v1/drm/video' })).statusCode, 400)
})

test('nobody signed out reads, keeps a place or gets an address', async () => {
  const { ownerContentId, itemId } = await seedEbook()
  const params = { ownerContentId }
  const calls: [CallName, () => Promise<Result<ApiOutput<CallName>>>][] = [
    ['showEbook', () => call('showEbook', { params })],
    ['showViewerUrl', () => call('showViewerUrl', { params })],
    ['keepPlace', () => call('keepPlace', { params, body: { page: 1 } })],
    ['listSerialContentUris', () => call('listSerialContentUris', { params: { itemId }, query: {} })],
  ]
  for (const [name, make] of calls) assert.equal(codeOf(await make()), 'UNAUTHORIZED', name)
})
