import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { readMail } from './acts.ts'
import { readVault } from './chain.ts'
import { addressOf, useWallet } from './identity-acts.ts'
import type { Kura } from './instance.ts'
import type { Visitor } from './journey.ts'

/** How a token is sent: to an address, as a transfer or a gift, or by mail. */
export const sendKinds = ['transfer', 'gift', 'mail'] as const
export type SendKind = (typeof sendKinds)[number]

/**
 * The button that opens the wallet, once it takes a press: while it takes none the next one, which
 * leads back, takes none either.
 */
export const sendButton = (page: Page): Locator =>
  page.locator('main section button:enabled:not([aria-disabled])').first()

/** The button of the form that leads there, once it takes a press. */
export const nextButton = (page: Page): Locator => page.locator('main form button[type=submit]:not([aria-disabled])')

/** Fills in the form on a token's page for sending it. `to` is an address, or one of mail. */
export async function fillSending(page: Page, kind: SendKind, tokenId: string, to: string): Promise<void> {
  await page.goto(`/tokens/${tokenId}/${kind === 'transfer' ? 'transfer' : 'gift'}`)
  if (kind === 'mail') await page.locator('main form input[type=radio][value=mail]').check()
  await page.locator(`main form [data-field=${kind === 'mail' ? 'email' : 'address'}] input`).fill(to)
}

/**
 * Goes on to the last screen before the wallet, agreeing to what cannot be undone. Begins with the
 * form filled in.
 */
export async function goOn(page: Page): Promise<void> {
  await nextButton(page).click()
  await page.waitForURL(/step=confirm/)
  await sendButton(page).waitFor()
  const agree = page.locator('main section input[type=checkbox]')
  if ((await agree.count()) > 0) await agree.check()
}

/** The place of the state on the page of a transfer or gift. */
export const standing = (page: Page): Locator => page.locator('main [role=status] p').last()

/** Whether a token lies in the vault of an account of the wallet, as the chain says. */
export const holds = async (kura: Kura, account: string, { tokenId }: { tokenId: string }): Promise<boolean> =>
  (await readVault(kura, await addressOf(kura, account))).some(({ id }) => id === tokenId)

type Sent = { id: string; state: string; endReason: string | null }

/** Every sending of a token, of whatever kind, newest first, as the books have it. */
export async function listSent({ sql }: Kura, tokenId: string): Promise<Sent[]> {
  return [
    ...(await sql<Sent[]>`
      select id, state, "endReason" from (
        select id, state, null as "endReason", created_at from transfers where token_id = ${tokenId}::text::numeric
        union all
        select id, state, end_reason, created_at from gifts where token_id = ${tokenId}::text::numeric
      ) sent order by created_at desc`),
  ]
}

/** Presses the button, with the wallet answering so, or as another account. */
export async function sendWith(kura: Kura, page: Page, account: string, signing?: string): Promise<void> {
  await useWallet(kura, account, signing === undefined ? {} : { signing })
  await sendButton(page).click()
}

/** Presses the button that leads to the last screen before the wallet. */
export const toConfirmation = ({ page }: Pick<Visitor, 'page'>): Promise<void> =>
  page.getByRole('button', { name: '最終確認へ進む' }).click()

/** Gives a token by mail as the giver, until the mail is there. Returns the path of its link. */
export async function giveByMail(
  kura: Kura,
  { page, look }: Visitor,
  token: { tokenId: string },
  to: string,
): Promise<string> {
  await page.goto(`/tokens/${token.tokenId}/gift`)
  await page.getByRole('radio', { name: /メールで贈る/ }).check()
  const field = page.getByRole('textbox', { name: /贈る相手のメールアドレス/ })
  await field.fill('nobody')
  await toConfirmation({ page })
  await page.getByRole('alert').first().waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  await field.fill(to)
  await toConfirmation({ page })
  await page.getByText(to).waitFor()
  // reloaded there, the form is empty again, and a whole address can be typed before anything
  // follows
  await page.reload()
  await page.waitForURL((url) => url.search === '')
  await page.getByRole('radio', { name: /メールで贈る/ }).check()
  await field.pressSequentially(to)
  assert.equal(await field.inputValue(), to)
  await page.getByRole('textbox', { name: 'ひとこと' }).fill('はじめての一枚に。')
  await toConfirmation({ page })
  await page.getByText(to).waitFor()
  await page.getByText('署名する内容をくわしく見る').click()
  await page.getByText('いつでも取り消せます。').waitFor()
  const names = await page.locator('main details dt').allInnerTexts()
  const values = await page.locator('main details dd').allInnerTexts()
  assert.deepEqual(names, ['agent', 'orderId', 'refId', 'nftId', 'version', 'metadata', 'signature', 'keyIndex'])
  assert.match(await page.locator('main pre').innerText(), /^\s*import [\s\S]*transaction\(/)
  await look('gift by mail, final confirmation')
  await page.getByRole('button', { name: 'ウォレットを開いて贈る' }).click()
  await page.waitForURL(/\/mypage\/gifts\/[0-9a-f-]{36}$/)
  // the order that the wallet signed is the one that was shown
  assert.equal(page.url().split('/').at(-1), values[1])
  await page.getByText('受け取り待ち').waitFor()
  await look('gift by mail, waiting')
  const mail = await readMail(kura, to)
  const link = mail.links.find((each) => each.includes('/gifts/claim')) ?? assert.fail('no link in the mail')
  const { pathname, search } = new URL(link)
  return pathname + search
}
