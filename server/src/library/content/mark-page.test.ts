import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { markPage } from './mark-page.ts'

const blank = (colour: string, width = 800, height = 1200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()

test('the mark stands in every quarter of a page, on paper and on ink, and stays faint', async () => {
  for (const colour of ['#ffffff', '#000000']) {
    const marked = await markPage(await blank(colour), { memberId: 'a', serial: 7 })
    for (const [left, top] of [
      [0, 0],
      [400, 0],
      [0, 600],
      [400, 600],
    ] as const) {
      const { channels } = await sharp(
        await sharp(marked).extract({ left, top, width: 400, height: 600 }).toBuffer(),
      ).stats()
      const [red] = channels
      assert.ok(red && red.stdev > 0.2, `${colour} at ${left},${top} has no mark`)
      assert.ok(red.max - red.min < 60, `${colour} at ${left},${top} is marked too strongly`)
    }
  }
})

test('two readers, and two serials of one reader, get different pixels; the size stays', async () => {
  const page = await blank('#ffffff')
  const marked = await Promise.all(
    [
      { memberId: 'a', serial: 7 },
      { memberId: 'b', serial: 7 },
      { memberId: 'a', serial: 8 },
    ].map((reader) => markPage(page, reader)),
  )
  assert.equal(new Set(marked.map((each) => each.toString('base64'))).size, 3)
  const { width, height } = await sharp(marked[0]).metadata()
  assert.deepEqual([width, height], [800, 1200])
})

test('a page smaller than the tile of the mark is marked too', async () => {
  const marked = await markPage(await blank('#ffffff', 200, 120), { memberId: 'a', serial: 7 })
  assert.equal((await sharp(marked).metadata()).width, 200)
})
