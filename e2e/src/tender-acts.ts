import assert from 'node:assert/strict'
import type { FrameLocator } from 'playwright-core'
import { linkWallet, signUpByCode, toConfirmation } from './acts.ts'
import type { Kura } from './instance.ts'
import type { Visitor } from './journey.ts'

export const checkoutOf = (packId: string): string => `/packs/${packId}/checkout`

/** Signs up on the way to the checkout of a pack, and links an account of the wallet. */
export async function arriveAt(visitor: Visitor, packId: string, account: string): Promise<void> {
  await visitor.page.goto(`/signup?redirect=${encodeURIComponent(checkoutOf(packId))}`)
  await signUpByCode(visitor)
  await linkWallet(visitor, account)
}

/** Gives a visitor free points, as an operator does. */
export async function givePoints({ kura, email }: Visitor, amount: number): Promise<void> {
  const reasons = ['--reason-ja', 'お試し', '--reason-en', 'A trial']
  const { code, output } = await kura.command('points', 'grant', email, String(amount), '--kind', 'free', ...reasons)
  assert.equal(code, 0, output)
}

/** Chooses one of the ways to pay by its words. Begins on the checkout. */
export const choose = ({ page }: Visitor, name: string | RegExp): Promise<void> =>
  page.getByRole('radio', { name }).check()

/** Types how many points are to be used. */
export const usePoints = ({ page }: Visitor, count: number): Promise<void> =>
  page.getByRole('textbox', { name: '使うポイント' }).fill(String(count))

/** Agrees to the order on the last screen. */
export const confirm = ({ page }: Visitor): Promise<void> =>
  page.getByRole('button', { name: /注文を確定する/ }).click()

/** The window of the deferred payment, over the page. */
export const paidyWindow = ({ page }: Visitor): FrameLocator => page.frameLocator('#paidy-checkout')

/** Orders by the deferred payment, up to its window. Begins on the checkout. */
export async function orderByPaidy(visitor: Visitor): Promise<void> {
  await choose(visitor, /あと払い/)
  await toConfirmation(visitor)
  await confirm(visitor)
  await paidyAnswers(visitor)
}

/**
 * The window appears before its script has loaded: it shows the amount once it responds to a press.
 */
const paidyAnswers = (visitor: Visitor): Promise<void> =>
  paidyWindow(visitor).locator('#amount').filter({ hasText: '¥' }).waitFor()

/** Responds in the window of the deferred payment as its test buyers do, to its end. */
export async function answerPaidy(visitor: Visitor, email: string): Promise<void> {
  const paidy = paidyWindow(visitor)
  await paidyAnswers(visitor)
  await paidy.locator('input[name=email]').fill(email)
  await paidy.locator('input[name=phone]').fill('08000000001')
  await paidy.locator('#buyer button').click()
  await paidy.locator('input[name=code]').fill('8888')
  await paidy.locator('#code button').click()
  await paidy.locator('#finish').click()
}

/** Leaves the window of the deferred payment. */
export async function closePaidy(visitor: Visitor): Promise<void> {
  await paidyAnswers(visitor)
  await paidyWindow(visitor).locator('#close').click()
}

/** Cancels an unpaid order, in place of the checkout or on its own page. */
export async function giveUp({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: '注文をやめる' }).first().click()
  // a toast goes by itself: it is awaited before it can come
  await Promise.all([
    page.getByText('注文を取り消しました').first().waitFor(),
    page.getByRole('alertdialog').getByRole('button', { name: '注文をやめる' }).click(),
  ])
}

/** Adds an account to the wallet; returns its name. */
export async function makeWallet(kura: Kura): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ label: 'あたらしい', curve: 'P-256' })
  const answer = await fetch(`${kura.addresses().sandbox}/wallet/api/accounts`, { method: 'POST', headers, body })
  return ((await answer.json()) as { name: string }).name
}
