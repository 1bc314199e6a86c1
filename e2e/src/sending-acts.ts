import type { Locator, Page } from 'playwright-core'
import { readVault } from './chain.ts'
import { addressOf, useWallet } from './identity-acts.ts'
import type { Kura } from './instance.ts'

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
