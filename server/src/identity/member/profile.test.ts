import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { mailTo, tokenIn } from '../account/testing/mail-to.ts'

const world = await testWorld({ after })
const { deps, call, http, bot } = world
beforeEach(() => deps.sql`delete from rate_limits`)

const picture = (width = 400, height = 300) => sharp({ create: { width, height, channels: 3, background: '#e43136' } })
const colour = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
type Part = { name: string; value: string | Uint8Array; fileName?: string }
const put = async (member: SeededMember | undefined, parts: Part[]) => {
  const form = new FormData()
  for (const { name, value, fileName } of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), fileName ?? 'picture')
  }
  const encoded = new Response(form)
  const answer = await http.inject({
    method: 'PUT',
    url: '/api/users/self/profiles',
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(member ? { 'x-auth-session': `Bearer ${member.session}` } : {}),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return answer.json()
}
const thumbnail = (value: Uint8Array, fileName?: string): Part[] => [
  { name: 'thumbnail', value, ...(fileName === undefined ? {} : { fileName }) },
]

test('a member changes what is sent and nothing else', async () => {
  const member = await seedMember(deps, { displayName: 'before' })
  const changed = await put(member, [
    { name: 'description', value: 'わたしの棚\r\n二段目' },
    { name: 'isSubscribed', value: 'true' },
  ])
  assert.deepEqual(changed, {
    userId: member.memberId,
    displayName: 'before',
    handle: null,
    handleRestsUntil: null,
    showsCollection: true,
    showsFollows: true,
    showsFavorites: true,
    description: 'わたしの棚\n二段目',
    thumbnail: null,
    flowAddress: '',
    email: member.email,
    isSubscribed: true,
    locale: 'ja',
  })
  assert.equal((await put(member, [{ name: 'displayName', value: '  後  ' }])).displayName, '後')
  assert.deepEqual(await call('showProfile', {}, { session: member.session }), {
    ok: true,
    data: { ...changed, displayName: '後' },
  })
})

test('mails come in the language a member chose last, by the switch or on the way in', async () => {
  const password = 'correct horse battery staple'
  const member = await seedMember(deps, { password })
  const localeOf = async () => (await deps.sql`select locale from members where id = ${member.memberId}`)[0]?.['locale']
  const changed = await put(member, [{ name: 'locale', value: 'en' }])
  assert.deepEqual([changed.locale, changed.displayName], ['en', 'Tester'])
  const renewed = { currentPassword: password, password: 'a different long passphrase' }
  await call('passwordChange', { body: renewed }, { session: member.session, bot: await bot('password_change') })
  assert.match((await mailTo(world, member.email)).subject, /password was changed/i)

  const signIn = async (tried: string, locale?: 'ja' | 'en') =>
    (
      await call(
        'emailSignIn',
        { body: { email: member.email, password: tried, locale } },
        { bot: await bot('email_sign_in') },
      )
    ).ok
  assert.ok(await signIn(renewed.password))
  assert.equal(await localeOf(), 'en', 'who chose nothing in this browser keeps it')
  assert.equal(await signIn('not the password', 'ja'), false)
  assert.equal(await localeOf(), 'en', 'nobody else chooses')
  assert.ok(await signIn(renewed.password, 'ja'))
  assert.equal(await localeOf(), 'ja')

  const ask = { body: { email: member.email } }
  await call('onetimeTokenPrepare', ask, { bot: await bot('onetime_token_prepare') })
  const token = tokenIn((await mailTo(world, member.email)).links, '/login/link')
  assert.ok((await call('onetimeTokenSignIn', { body: { token, locale: 'en' } })).ok)
  assert.equal(await localeOf(), 'en')
  await call('passwordResetPrepare', ask, { bot: await bot('password_reset_prepare') })
  const { code } = await mailTo(world, member.email)
  const reset = { email: member.email, code, password, locale: 'ja' } as const
  assert.ok((await call('passwordReset', { body: reset }, { bot: await bot('password_reset') })).ok)
  assert.equal(await localeOf(), 'ja')
  assert.match((await mailTo(world, member.email)).subject, /変更しました/, 'the mail that tells of it, too')
})

test('a thumbnail is encoded again in every size, without the metadata of the camera', async () => {
  const member = await seedMember(deps)
  const bytes = await picture()
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .jpeg()
    .toBuffer()
  assert.ok(bytes.includes('SECRET-PLACE'))
  const { thumbnail: made } = await put(member, thumbnail(bytes, '../../evil.php'))
  assert.deepEqual([made.width, made.height, made.sizes], [400, 300, [160, 320]])
  const files = (await readdir(deps.env.MEDIA_DIR)).filter((name) => name.startsWith(made.id))
  assert.equal(files.length, 4)
  for (const name of files) {
    const kept = await readFile(join(deps.env.MEDIA_DIR, name))
    assert.ok(!kept.includes('SECRET-PLACE'))
    assert.equal((await sharp(kept).metadata()).exif, undefined)
  }
  const seen = await call('showUser', { params: { userId: member.memberId } })
  assert.ok(seen.ok)
  assert.deepEqual(seen.data.thumbnail, made)

  const without = await call('deleteThumbnail', {}, { session: member.session })
  assert.ok(without.ok && without.data.thumbnail === null)
  assert.ok((await call('deleteThumbnail', {}, { session: member.session })).ok)
})

test('a picture that is replaced or taken off is removed with its files, unless somebody else shows it', async () => {
  const [member, twin] = [await seedMember(deps), await seedMember(deps)]
  const filesOf = async ({ id }: { id: string }) => {
    await deps.background.settled()
    return (await readdir(deps.env.MEDIA_DIR)).filter((name) => name.startsWith(id)).length
  }
  const first = (await put(member, thumbnail(await colour('#c02020')))).thumbnail
  assert.deepEqual((await put(twin, thumbnail(await colour('#c02020')))).thumbnail, first)
  const second = (await put(member, thumbnail(await colour('#2020c0')))).thumbnail
  assert.deepEqual([await filesOf(first), await filesOf(second)], [4, 4])
  assert.ok((await call('deleteThumbnail', {}, { session: member.session })).ok)
  assert.deepEqual([await filesOf(first), await filesOf(second)], [4, 0])
  assert.ok((await call('deleteThumbnail', {}, { session: twin.session })).ok)
  assert.deepEqual([await filesOf(first), await filesOf(second)], [0, 0])
  // the same picture again is made again, and stays
  const again = (await put(twin, thumbnail(await colour('#c02020')))).thumbnail
  assert.deepEqual([again.id, await filesOf(again)], [first.id, 4])
})

test('PNG and WebP are taken too', async () => {
  const member = await seedMember(deps)
  for (const bytes of [await picture().png().toBuffer(), await picture().webp().toBuffer()])
    assert.ok((await put(member, thumbnail(bytes))).thumbnail)
})

test('what is no picture, or pretends, or is too large, changes nothing', async () => {
  const member = await seedMember(deps)
  const jpeg = await picture().jpeg().toBuffer()
  const png = await picture().png().toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><script>1</script></svg>')
  const wide = await picture(6000, 6000).png().toBuffer()
  const refused: [string, Part[], string][] = [
    ['SVG', thumbnail(svg, 'a.png'), 'UNSUPPORTED_MEDIA'],
    ['GIF', thumbnail(await picture().gif().toBuffer(), 'a.png'), 'UNSUPPORTED_MEDIA'],
    ['AVIF', thumbnail(await picture().avif().toBuffer()), 'UNSUPPORTED_MEDIA'],
    ['text', thumbnail(Buffer.from('hello')), 'UNSUPPORTED_MEDIA'],
    ['nothing', thumbnail(Buffer.alloc(0)), 'UNSUPPORTED_MEDIA'],
    ['the first bytes only', thumbnail(jpeg.subarray(0, 3)), 'UNSUPPORTED_MEDIA'],
    ['half a picture', thumbnail(png.subarray(0, Math.floor(png.length / 2))), 'UNSUPPORTED_MEDIA'],
    [
      'JPEG bytes before HTML',
      thumbnail(Buffer.concat([jpeg.subarray(0, 20), Buffer.from('<html>')])),
      'UNSUPPORTED_MEDIA',
    ],
    ['36 million pixels', thumbnail(wide), 'UNSUPPORTED_MEDIA'],
    ['over 5 MB', thumbnail(Buffer.concat([jpeg, Buffer.alloc(5_000_001)])), 'UPLOAD_TOO_LARGE'],
    ['another field', [{ name: 'avatar', value: jpeg }], 'INVALID_REQUEST_FORMAT'],
    ['two files', [...thumbnail(jpeg), ...thumbnail(png)], 'INVALID_REQUEST_FORMAT'],
    ['a text as picture', [{ name: 'thumbnail', value: 'hello' }], 'INVALID_REQUEST_FORMAT'],
    ['a name too long', [{ name: 'displayName', value: 'x'.repeat(41) }], 'INVALID_REQUEST_FORMAT'],
    ['a name that turns', [{ name: 'displayName', value: 'a\u202eb' }], 'INVALID_INPUT'],
    ['a name nobody sees', [{ name: 'displayName', value: 'ㅤ' }], 'INVALID_INPUT'],
    ['a name that is a link', [{ name: 'displayName', value: 'evil.рф' }], 'INVALID_INPUT'],
    ['a text with a link', [{ name: 'description', value: '見て\nevil。com' }], 'INVALID_INPUT'],
    ['a text too long', [{ name: 'description', value: 'x'.repeat(1001) }], 'INVALID_REQUEST_FORMAT'],
    ['no language of ours', [{ name: 'locale', value: 'fr' }], 'INVALID_REQUEST_FORMAT'],
    ['no yes or no', [{ name: 'isSubscribed', value: 'perhaps' }], 'INVALID_REQUEST_FORMAT'],
    ['an e-mail address', [{ name: 'email', value: 'other@example.jp' }], 'INVALID_REQUEST_FORMAT'],
    ['a wallet', [{ name: 'flowAddress', value: '0xf8d6e0586b0a20c7' }], 'INVALID_REQUEST_FORMAT'],
    ['a prototype', [{ name: '__proto__', value: 'x' }], 'INVALID_REQUEST_FORMAT'],
    ['a good name with a bad picture', [{ name: 'displayName', value: 'new' }, ...thumbnail(svg)], 'UNSUPPORTED_MEDIA'],
  ]
  for (const [what, parts, code] of refused) {
    await deps.sql`delete from rate_limits`
    assert.equal((await put(member, parts)).errorCode, code, what)
  }
  const profile = await call('showProfile', {}, { session: member.session })
  assert.ok(profile.ok)
  assert.deepEqual(
    [profile.data.displayName, profile.data.thumbnail, profile.data.email],
    ['Tester', null, member.email],
  )
  assert.equal((await put(undefined, [{ name: 'displayName', value: 'x' }])).errorCode, 'UNAUTHORIZED')
})

test('everybody sees a member, without the e-mail address', async () => {
  const member = await seedMember(deps, { flowAddress: '0xf8d6e0586b0a20c7', displayName: '花子' })
  const byId = await call('showUser', { params: { userId: member.memberId } })
  assert.ok(byId.ok)
  assert.deepEqual(Object.keys(byId.data).toSorted(), [
    'description',
    'displayName',
    'flowAddress',
    'handle',
    'showsCollection',
    'showsFavorites',
    'showsFollows',
    'thumbnail',
    'userId',
  ])
  for (const flowAddress of ['0xf8d6e0586b0a20c7', 'F8D6E0586B0A20C7'])
    assert.deepEqual(await call('showUserByAddress', { params: { flowAddress } }), byId)

  const count = () => call('countTokens', { params: { userId: member.memberId } })
  assert.deepEqual(await count(), { ok: true, data: { count: 0 } })
  await deps.sql`
    insert into media (id, width, height, colour, sizes) values ('picture', 640, 800, '#123456', '{160}')`
  await deps.sql`insert into series (id, name_ja, name_en, token_cap) values ('series', '月', 'Moon', 10)`
  await deps.sql`
    insert into items (id, series_id, name_ja, name_en, edition_size, picture, position)
    values ('item', 'series', '月', 'Moon', 10, 'picture', 1)`
  await deps.sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event, burned_at)
    select n, gen_random_uuid(), 'item', n, ${member.flowAddress}, 'tx', 1, now(), now(), 1, n, case when n = 3 then now() end
      from generate_series(1, 3) n`
  assert.deepEqual(await count(), { ok: true, data: { count: 2 } })

  await deps.sql`update members set banned_at = kura_now() where id = ${member.memberId}`
  const code = async (answer: Promise<{ ok: boolean; body?: unknown }>) =>
    ((await answer) as { body: { errorCode: string } }).body?.errorCode
  assert.equal(await code(call('showUser', { params: { userId: member.memberId } })), 'NOT_FOUND')
  assert.equal(await code(count()), 'NOT_FOUND')
  const byAddress = (flowAddress: string) => code(call('showUserByAddress', { params: { flowAddress } }))
  assert.equal(await byAddress('0xf8d6e0586b0a20c7'), 'NOT_FOUND')
  assert.equal(await byAddress('0x01cf0e2f2f715450'), 'NOT_FOUND')
  assert.equal(await byAddress('0xf8d6e0586b0a20c6'), 'INVALID_INPUT')
  assert.equal(await byAddress('0x1d7e57aa55817448'), 'INVALID_INPUT', 'of another network')
})
