import { until } from './until.ts'
import type { Kura } from './instance.ts'
import type { Visitor } from './journey.ts'
import { waitForCount } from './wait-for-count.ts'

type Mail = { subject: string; code?: string; links: string[] }

export const password = 'a long walk by the river'

/**
 * The latest mail of this subject to an address, once it is another than the one of `before`. One
 * that was sent earlier may come after it.
 */
export function readMail(kura: Kura, to: string, subject = /./, before?: Mail): Promise<Mail> {
  return until(`a mail ${subject} to ${to}`, async () => {
    const mail = await findMail(kura, to, subject)
    return mail?.links.join(' ') === before?.links.join(' ') ? undefined : mail
  })
}

async function findMail(kura: Kura, to: string, subject: RegExp): Promise<Mail | undefined> {
  const answer = await fetch(`${kura.addresses().mailbox}/messages?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as Mail[]).find((each) => subject.test(each.subject))
}

/** The subject of the mail of a sign-up. Who was given something by mail before has another one. */
const signUpSubject = /】メールアドレスの確認/

const checked = new Set<string>()

/**
 * Checks a screen that is the same for every member, once per file and window width: a check takes
 * as long as a page.
 */
async function lookOnce({ page, look }: Pick<Visitor, 'page' | 'look'>, screen: string): Promise<void> {
  const seen = `${screen} ${page.viewportSize()?.width}`
  if (!checked.has(seen)) await look(screen)
  checked.add(seen)
}

/** Signs up with the code of the mail, and ends signed in. Begins on the screen for signing up. */
export async function signUpByCode(visitor: Visitor, name = '旅人'): Promise<void> {
  const { page } = visitor
  const { code = '' } = await askForMail(visitor)
  await page.locator('input[name=code]').fill(code)
  await finishSignUp(visitor, name, 'by code')
}

/** Signs up by the link of the mail, and ends signed in. Begins on the screen for signing up. */
export async function signUpByLink(visitor: Visitor, name = '旅人'): Promise<void> {
  const { page } = visitor
  const { links } = await askForMail(visitor)
  const [link] = links.filter((each) => each.includes('/signup/complete'))
  await page.goto(link ?? '/no-link-in-the-mail')
  await finishSignUp(visitor, name, 'by link')
}

/** The mail that comes then; an address that was free again has an earlier one. */
async function askForMail(visitor: Visitor): Promise<Mail> {
  const { kura, page, email } = visitor
  const before = await findMail(kura, email, signUpSubject)
  // The screen for signing in has such a field too.
  await page.getByRole('heading', { level: 1, name: '新規登録' }).waitFor()
  await page.locator('input[name=email]').fill(email)
  await lookOnce(visitor, 'sign-up')
  await page.getByRole('button', { name: '確認メールを送る' }).click()
  await page.locator('input[name=code]').waitFor()
  await lookOnce(visitor, 'mail sent')
  return readMail(kura, email, signUpSubject, before)
}

async function finishSignUp(visitor: Visitor, name: string, way: 'by code' | 'by link'): Promise<void> {
  const { page } = visitor
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=displayName]').fill(name)
  await page.locator('input[name=terms]').check()
  await lookOnce(visitor, `sign-up, completion ${way}`)
  await page.getByRole('button', { name: '登録を完了する' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/signup'))
}

/**
 * Links the wallet account through the wallet's own pages, answering what is asked then. Begins
 * with the invitation open.
 */
export async function linkWallet(
  visitor: Visitor,
  account: string,
  answer: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { page } = visitor
  const start = page.getByRole('button', { name: 'ウォレットと無料で連携する' })
  await start.waitFor()
  await lookOnce(visitor, 'wallet link, invitation')
  await start.click()
  const wallet = page.frameLocator('#FCL_IFRAME')
  await wallet.locator('[data-wallet="IFRAME/RPC"]').click()
  await wallet.locator(`[data-account="${account}"] input`).check()
  await wallet.locator('[data-behaviour=approve]').click()
  // the second time for the transaction that makes the vault
  await wallet.getByText('Cadence').first().waitFor()
  await wallet.locator('[data-behaviour=approve]').click()
  await answer()
  const welcome = page.getByRole('dialog', { name: '正会員になりました' })
  await welcome.waitFor()
  await lookOnce(visitor, 'wallet link, welcome')
  await welcome.getByRole('button', { name: '閉じる' }).last().click()
  await waitForCount(page.getByRole('dialog'), 0)
}

/**
 * Types a card, and the date of birth where it is asked for, and continues to the final
 * confirmation. Begins on the checkout.
 */
export async function fillCard(visitor: Visitor, number: string): Promise<void> {
  await typeCard(visitor, number)
  await lookOnce(visitor, 'checkout, card')
  await toConfirmation(visitor)
}

/** Types a new card into the checkout. */
export async function typeCard({ page }: Visitor, number: string): Promise<void> {
  await page.locator('[autocomplete=cc-number]').fill(number)
  await page.locator('[autocomplete=cc-exp]').fill('12 / 39')
  await page.locator('[autocomplete=cc-csc]').fill('123')
  await page.locator('[autocomplete=cc-name]').fill('HANAKO SATO')
}

/** Tells the date of birth where it is asked for, and continues to the final confirmation. */
export async function toConfirmation({ page, look }: Visitor, birthday = '1990-04-09'): Promise<void> {
  const field = page.locator('[autocomplete=bday]')
  if ((await field.count()) > 0) await field.fill(birthday)
  await page.getByRole('button', { name: '最終確認へ進む' }).click()
  await page.getByRole('heading', { name: 'ご注文の最終確認' }).waitFor()
  await look('checkout, final confirmation')
}

/** Orders, and arrives at the page of the card's bank. Begins on the final confirmation. */
export async function order({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: /注文を確定する/ }).click()
  await page.waitForURL(/\/card\/acs\//)
}

/** Responds on the page of the card's bank, and arrives where it leads back to. */
export async function answerBank({ page }: Visitor, decision: 'approved' | 'failed' | 'cancelled'): Promise<void> {
  await page.locator(`button[value=${decision}]`).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/card/'))
}

/**
 * Checks a screen that has scrolled to an input, without judging elements half covered by the
 * page's header.
 */
export async function lookFromTop({ page, look }: Pick<Visitor, 'page' | 'look'>, screen: string): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await look(screen)
}
