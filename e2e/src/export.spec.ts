// A member takes the own data along: asks for it on a phone, sees it being written, is notified by mail,
// downloads the ZIP and finds what was done in it. Another session of the member gets nothing.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPromise } from 'yauzl'
import { password, readMail } from './acts.ts'
import { passMinutes } from './books.ts'
import { startBrowser } from './browser.ts'
import { comeAsMember } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, journey, journeyTime, phone } from './journey.ts'

let kura: Kura
let browser: Browser
let folder: string
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  folder = await mkdtemp(join(tmpdir(), 'kura-export-'))
})
after(async () => {
  await browser?.close()
  await kura?.stop()
  if (folder) await rm(folder, { recursive: true })
})
const world = { kura: () => kura, browser: () => browser }
const email = 'export@visitor.example'

async function readZip(path: string): Promise<Map<string, string>> {
  const zip = await openPromise(path)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return files
}

void test(
  'on a phone: a member exports own data, reads it, and nobody else gets the file',
  journeyTime,
  journey({ ...world, email, device: phone }, async (visitor) => {
    const { page, look } = visitor
    await comeAsMember(visitor)
    await page.goto('/mypage/account')
    await page.getByRole('link', { name: 'データの書き出し' }).click()
    await page.getByRole('button', { name: 'データを書き出す' }).waitFor()
    await look('export, before')
    await page.getByRole('button', { name: 'データを書き出す' }).click()
    await page.getByText('ダウンロードできます', { exact: true }).waitFor()
    await look('export, ready')
    const { links } = await readMail(kura, email, /データの書き出しが終わりました/)
    assert.deepEqual(links, [new URL('/mypage/export', kura.app).href])

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'ZIP をダウンロードする' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^kura-data-\d{4}-\d\d-\d\d\.zip$/)
    const path = join(folder, 'data.zip')
    await download.saveAs(path)
    const files = await readZip(path)
    const items = (name: string) => JSON.parse(files.get(`data/${name}.json`) ?? '').items
    assert.equal(items('emails')[0].email, email)
    assert.equal(items('sessions').length, 1)
    assert.ok(!(await readFile(path)).includes('argon2'))

    // the pages open without a server, and link to each other
    for (const [name, content] of files)
      if (name.endsWith('.html')) await writeFile(join(folder, name.replace('/', '-')), content)
    const reader = await visitor.context.newPage()
    await reader.setContent(files.get('index.html') ?? '')
    await reader.getByRole('link', { name: 'プロフィール', exact: true }).waitFor()
    const inside = await reader.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
    for (const link of inside) assert.ok(files.has(link), link)
    await reader.close()

    await journey({ ...world, email: 'second@visitor.example', device: desktop }, async (second) => {
      await second.page.goto('/login?redirect=/mypage/export')
      await second.page.locator('main input[name=email]').fill(email)
      await second.page.locator('main input[name=password]').fill(password)
      await second.page.getByRole('main').getByRole('button', { name: 'ログインする', exact: true }).click()
      await second.page.getByText('申し込んだときのブラウザからだけダウンロードできます').waitFor()
      await second.look('export, in another session')
      assert.equal(await second.page.getByRole('button', { name: 'ZIP をダウンロードする' }).count(), 0)
    })()

    await passMinutes(kura, 24 * 60)
    await page.reload()
    await page.getByText('期限が過ぎたため削除しました').waitFor()
  }),
)
