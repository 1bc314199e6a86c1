// A seller is paid: what was sold clears, a bank account and one at Japan Post Bank are registered,
// payouts are requested and cancelled, one person makes the batch and another releases it, the bank
// pays one and returns one, and all of it is seen on a phone.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { password, readMail, toConfirmation } from './acts.ts'
import { passMinutes, readPoints } from './books.ts'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, journey, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { comeWithTokens, comeWithWallet, listToken, stateOf } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'
import { confirm, givePoints, usePoints } from './tender-acts.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
let folder: string
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  folder = await mkdtemp(join(tmpdir(), 'kura-payout-'))
})
after(async () => {
  await browser?.close()
  await kura?.stop()
  if (folder) await rm(folder, { recursive: true })
})
const world = { kura: () => kura, browser: () => browser }
const clearingDays = 7

void test(
  'on a phone: a seller is paid by bank, sees what the bank returned, and takes the rest as points',
  { timeout: 300_000 },
  journey({ ...world, email: 'seller@visitor.example', device: phone }, (seller) =>
    journey({ ...world, email: 'buyer@visitor.example', device: desktop }, async (buyer) => {
      const { page, look } = seller
      const tokens = (await comeWithTokens(seller, 'hanako', 2)) as [OwnToken, OwnToken]
      await page.goto('/mypage/sales')
      await page.getByText('まだ売れたアイテムはありません').waitFor()
      await look('sales, nothing sold')
      await comeWithWallet(buyer, 'taro')
      for (const token of tokens) await sell(seller, buyer, token)
      // nothing of theirs asks for anything once their session has ended
      await buyer.page.goto('about:blank')
      await page.goto('/mypage/sales')
      await page.getByText('受け取れる売上はまだありません。').waitFor()
      await look('sales, clearing')
      // in two steps: a session that is used lives on
      for (let step = 0; step < 2; step += 1) {
        await passMinutes(kura, (clearingDays * 24 * 60) / 2 + 1)
        await page.goto('/mypage/sales')
        await page.getByRole('heading', { level: 1, name: '売上' }).waitFor()
        await page.waitForLoadState('networkidle')
      }
      const payable = await until('the sales clear', async () => {
        const [row] = await kura.sql<{ yen: number }[]>`
          select balance::int as yen from ledger_accounts where id like 'member:%:proceeds' and balance > 0`
        const [open] = await kura.sql`select 1 from trades where state = 'delivered'`
        return open ? undefined : row?.yen
      })

      await registerBank(seller)
      await page.getByRole('textbox', { name: '受け取る金額' }).fill('３，０００')
      await look('sales, payable')
      await page.getByRole('button', { name: '振込を申請する' }).click()
      await page.getByText('振込を申請しました').waitFor()
      await page.getByRole('button', { name: /の申請を取り消す$/ }).click()
      await page.getByText('申請を取り消しました').waitFor()
      await request(seller, 3000, payable)
      await registerJapanPost(seller)
      await request(seller, 2000, payable - 3000)
      await readMail(kura, 'seller@visitor.example', /振込の申請を受け付けました/)

      await payOut(['1', '0'])
      await page.goto('/mypage/sales')
      await page.getByText('振込できませんでした').waitFor()
      await page.getByText('口座が見つかりませんでした。口座を確認して、もう一度申請してください。').waitFor()
      await page.getByText('振込済み', { exact: true }).waitFor()
      await look('sales, one paid and one returned')
      await readPapers(seller)
      await readMail(kura, 'seller@visitor.example', /販売代金を振り込めませんでした/)

      const rest = payable - 2000
      const before = await readPoints(kura, 'seller@visitor.example')
      await page.getByRole('button', { name: 'ポイントで受け取る' }).click()
      await page.getByText(`${rest.toLocaleString('ja-JP')}ポイントを受け取りました`).waitFor()
      assert.equal(await readPoints(kura, 'seller@visitor.example'), before + rest)
      await page.getByText('受け取れる売上はまだありません。').waitFor()
      const { code, output } = await kura.command('check')
      assert.equal(code, 0, output)
    })(),
  ),
)

async function sell(seller: Visitor, buyer: Visitor, token: OwnToken): Promise<void> {
  const listingId = await listToken(seller, 'hanako', token, { price: 5000 })
  await givePoints(buyer, 5000)
  await buyer.page.goto(`/tokens/${token.tokenId}/checkout`)
  await usePoints(buyer, 5000)
  await toConfirmation(buyer)
  buyer.watch.expect(new RegExp(`status of 404 .*/api/selling-orders/${token.refId}\\b`))
  await confirm(buyer)
  await stateOf(kura, listingId, 'sold')
  // the clock moves on only after it: a later delivery would clear later
  await until('the sale is delivered', async () => {
    const [row] = await kura.sql`select 1 from trades where listing_id = ${listingId} and delivered_at is not null`
    return row
  })
}

async function registerBank({ page, look, watch }: Visitor): Promise<void> {
  // no account is registered yet
  watch.expect(/status of 404 .*\/proceeds\/account/)
  await page.goto('/mypage/sales')
  await page.getByRole('link', { name: '口座を登録する' }).click()
  await page.getByRole('searchbox', { name: '銀行' }).fill('みずほ銀行')
  await page.getByRole('button', { name: /^みずほ 0001$/ }).click()
  await page.getByRole('searchbox', { name: '支店' }).fill('まるのうち')
  await page.getByRole('button', { name: /^丸の内中央 004$/ }).click()
  await page.getByRole('textbox', { name: '口座番号' }).fill('1234567')
  await page.getByRole('textbox', { name: 'お名前' }).fill('山田 花子')
  await page.getByRole('textbox', { name: '口座名義（カナ）' }).fill('山田 はなこ')
  await page.getByText('「山田」は使えません。カナで入力してください。').waitFor()
  await look('bank account, kanji in the kana')
  await page.getByRole('textbox', { name: '口座名義（カナ）' }).fill('やまだ はなこ')
  await page.getByText('振込での表記: ヤマダ ハナコ').waitFor()
  await page.getByRole('textbox', { name: 'パスワード' }).fill(password)
  await page.getByRole('button', { name: 'この口座を登録する' }).click()
  await page.waitForURL(/\/mypage\/sales$/)
  await readMail(kura, 'seller@visitor.example', /振込先口座を変更しました/)
}

async function registerJapanPost({ page, look }: Visitor): Promise<void> {
  await page.getByRole('link', { name: '口座を変更する' }).click()
  await page.getByRole('button', { name: /^ゆうちょ 9900$/ }).click()
  await page.getByRole('textbox', { name: /^記号/ }).fill('10520')
  await page.getByRole('textbox', { name: /^番号/ }).fill('12345672')
  await page.getByRole('textbox', { name: 'お名前' }).fill('山田 花子')
  await page.getByRole('textbox', { name: '口座名義（カナ）' }).fill('ヤマダ ハナコ')
  await page.getByRole('textbox', { name: 'パスワード' }).fill(password)
  await page.getByRole('button', { name: 'この口座を登録する' }).click()
  await page.getByRole('alert').getByText('番号をご確認ください。').waitFor()
  await look('bank account, a wrong number at Japan Post Bank')
  await page.getByRole('textbox', { name: /^番号/ }).fill('12345671')
  await page.getByRole('button', { name: 'この口座を登録する' }).click()
  await page.waitForURL(/\/mypage\/sales$/)
  await page.getByText('ゆうちょ 〇五八 ••••567').first().waitFor()
}

/** The statements of a sale and of the payout that was paid, and the summary of the year. */
async function readPapers({ page, look }: Visitor): Promise<void> {
  await page.locator('li details').first().locator('summary').click()
  await look('sales, the parts of a sale')
  for (const [button, file] of [
    [/の販売明細書（PDF）をダウンロード$/, /^statement-.*\.pdf$/],
    [/の振込明細書（PDF）をダウンロード$/, /^payout-\d+\.pdf$/],
    [/年の明細を PDF でダウンロード$/, /^sales-20\d\d\.pdf$/],
    [/年の明細を CSV でダウンロード$/, /^sales-20\d\d\.csv$/],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).first().click(),
    ])
    assert.match(download.suggestedFilename(), file)
    const path = join(folder, download.suggestedFilename())
    await download.saveAs(path)
    const content = await readFile(path, 'utf8')
    if (path.endsWith('.csv')) assert.match(content, /^\uFEFF"日時（日本時間）"[^]*"合計"/)
    else assert.ok(content.startsWith('%PDF-'))
  }
}

async function request({ page }: Visitor, yen: number, payable: number): Promise<void> {
  // a sum that has changed since is refused
  await page.getByText(`から¥${payable.toLocaleString('ja-JP')}まで`).waitFor()
  const requested = page.waitForResponse((response) => response.url().includes('/proceeds/request-transfer'))
  await page.getByRole('textbox', { name: '受け取る金額' }).fill(String(yen))
  await page.getByRole('button', { name: '振込を申請する' }).click()
  assert.equal((await requested).status(), 200)
}

/**
 * The operator's part, with the bank played by this file: a result for each transfer, in their
 * order.
 */
async function payOut(results: string[]): Promise<void> {
  const run = async (...words: string[]): Promise<string> => {
    const { code, output } = await kura.command('payout', ...words)
    assert.equal(code, 0, output)
    return output
  }
  const payer = join(folder, 'payer.json')
  const bank = { bankCode: '0001', bankName: 'ミズホ', branchCode: '001', branchName: 'トウキョウ' }
  const account = { type: 'ordinary', number: '7654321' }
  await writeFile(payer, JSON.stringify({ code: '1234567890', name: 'カ）クラショウテン', bank, account }))
  const file = join(folder, 'transfers.txt')
  const made = await run('batch', '--pay-on', '2026-12-01', '--by', 'ito')
  const number = /batch (\d+): 2 payouts of 4600 yen/.exec(made)?.[1]
  assert.ok(number, made)
  const { code, output } = await kura.command(
    'payout',
    'release',
    number,
    '--out',
    file,
    '--payer',
    payer,
    '--by',
    'ito',
  )
  assert.notEqual(code, 0)
  assert.match(output, /somebody else releases it/)
  await run('release', number, '--out', file, '--payer', payer, '--by', 'sato')
  const lines = (await readFile(file, 'latin1')).split('\r\n')
  const answered = lines.map((line, at) =>
    line.startsWith('2') ? line.slice(0, 113) + results[at - 1] + line.slice(114) : line,
  )
  await writeFile(`${file}.result`, answered.join('\r\n'), 'latin1')
  assert.match(await run('result', number, `${file}.result`, '--by', 'ito'), /1 paid, 1 returned/)
  assert.match(await run('result', number, `${file}.result`, '--by', 'ito'), /2 known before/)
  assert.match(await run('list'), /settled: 2 payouts/)
}
