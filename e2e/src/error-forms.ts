// The forms of an account: how each is filled in, and where its refusals are shown.
import assert from 'node:assert/strict'
import type { ErrorCode } from '@kura/contract/errors'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import type { Page } from 'playwright-core'
import { answerCalls } from './answer-calls.ts'
import { account } from './mocked-visit.ts'
import { inSlowTime, stopClock, untilIdle } from './page-clock.ts'
import { until } from './until.ts'

const at = '2026-11-20T03:00:00Z'
const device = { userAgent: '', signedInAt: at, lastUsedAt: at, endsAt: at }
export const devices = {
  'GET /auth/sessions': {
    items: [
      { ...device, sessionId: '01990000-0000-7000-8000-00000000000a', isCurrent: true },
      { ...device, sessionId: '01990000-0000-7000-8000-00000000000b', isCurrent: false },
    ],
  },
}
export const resend = (page: Page) => page.locator('main button', { hasText: /もう一度送る|Send again/ })
/** Requests the mail of a sign-up in a page whose clock is stopped, or nearly so. */
export async function askInStoppedTime(page: Page): Promise<void> {
  await page.clock.install()
  // stopped before the form is there: stopping passes half a minute, which would end the wait for
  // another mail
  await stopClock(page)
  await inSlowTime(page, () => fillAfterMail(page, '/signup', { email }, {}))
}
/**
 * How many seconds the page says are left until the mail may be sent again; 0 where it says none.
 */
const readLeft = async (page: Page): Promise<number> => Number(/\d+/.exec(await resend(page).innerText())?.[0] ?? 0)
/**
 * Lets the half minute pass until the mail may be sent again, after which time continues by itself.
 * Not a second of it may be missing.
 */
export async function waitForResend(page: Page): Promise<void> {
  const wait = (ms: number) => page.clock.runFor(ms)
  // a second that has passed is shown a moment later: it is read until two readings with all of the
  // page's work between them agree
  const left = async () => {
    let [earlier, now] = [Number.NaN, await readLeft(page)]
    while (now !== earlier) {
      await untilIdle(page)
      ;[earlier, now] = [now, await readLeft(page)]
    }
    return now
  }
  assert.equal(await left(), 30)
  // the page may not have begun to count when its form is there
  const counted = await until('it counts', async () => {
    await wait(1000)
    const now = await left()
    return now < 30 && now
  })
  await wait((counted - 1) * 1000)
  await until('a second is left', async () => (await readLeft(page)) === 1)
  assert.equal(await resend(page).isEnabled(), false, 'a second too early')
  await wait(1000)
  await until('it may be sent again', () => resend(page).isEnabled())
  await page.clock.resume()
}

type Form = {
  name: string
  call: CallName
  /** Who is signed in; nobody without it. */
  as?: Partial<typeof account>
  /** Comes to the filled-in form. */
  arrive: (page: Page) => Promise<void>
  /** The fields some codes belong to; the others belong to the form. */
  fields?: Partial<Record<ErrorCode, string>>
  /** Better words than the general ones for some codes. */
  words?: Partial<Record<ErrorCode, string>>
}

export const email = 'a@visitor.example'
export const password = 'a long walk by the river'
export const submit = (page: Page) => page.locator('main form button[type=submit]').first()

export async function fill(page: Page, path: string, values: Record<string, string>): Promise<void> {
  await page.goto(path)
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value)
}
/** Asks for the mail, which succeeds, and fills in what comes after it. */
async function fillAfterMail(page: Page, path: string, first: Record<string, string>, then: Record<string, string>) {
  await fill(page, path, first)
  await submit(page).click()
  await page.locator('input[name=code]').waitFor()
  for (const [name, value] of Object.entries(then)) await page.locator(`input[name=${name}]`).fill(value)
}

const byCode = { TOKEN_NOTFOUND: 'code', TOKEN_EXPIRED: 'code', INVALID_PASSWORD_FORMAT: 'password' } as const
export const code = '12345678'
const timeout = { NONCE_NOT_FOUND: 'wallet.error.timeout' } as const
const byPassword = { ...timeout, AUTHENTICATION_FAILED: 'password.wrong' } as const
const byAddress = { INVALID_EMAIL_FORMAT: 'email', EMAIL_EXISTS_IN_AUTH: 'email', EMAIL_IS_SAME: 'email' } as const

export const forms: Form[] = [
  {
    name: 'logging in',
    call: 'emailSignIn',
    arrive: (page) => fill(page, '/login', { email, password }),
    fields: { AUTHENTICATION_FAILED: 'password' },
  },
  {
    name: 'asking to sign up',
    call: 'emailSignUp',
    arrive: (page) => fill(page, '/signup', { email }),
    fields: byAddress,
  },
  {
    name: 'signing up',
    call: 'emailSignUpComplete',
    arrive: async (page) => {
      await fillAfterMail(page, '/signup', { email }, { code, password })
      await page.locator('input[name=terms]').check()
    },
    fields: { ...byCode, TERMS_OUTDATED: 'terms' },
  },
  {
    name: 'asking for a new password',
    call: 'passwordResetPrepare',
    arrive: (page) => fill(page, '/login/reset', { email }),
    fields: byAddress,
  },
  {
    name: 'a new password by code',
    call: 'passwordReset',
    arrive: (page) => fillAfterMail(page, '/login/reset', { email }, { code, password }),
    fields: byCode,
  },
  {
    name: 'asking for a link',
    call: 'onetimeTokenPrepare',
    arrive: (page) => fill(page, '/login/link', { email }),
    fields: byAddress,
  },
  {
    name: 'adding an address',
    call: 'emailAdd',
    as: { email: '' },
    arrive: (page) => fill(page, '/mypage/email', { email, password }),
    fields: { ...byAddress, AUTHENTICATION_FAILED: 'password' },
    words: byPassword,
  },
  {
    name: 'confirming an added address',
    call: 'emailAddComplete',
    as: { email: '', hasPassword: false },
    // the mail was asked for with a proof of the wallet, which is another matter
    arrive: async (page) => {
      const record = JSON.stringify({ email, userId: account.userId, expiresAt: Date.now() + 600_000 })
      await page.addInitScript((text) => localStorage.setItem('auth-code:email-add', text), record)
      await fill(page, '/mypage/email', { code, password })
    },
    fields: byCode,
  },
  {
    name: 'changing the address',
    call: 'emailChange',
    as: {},
    arrive: (page) => fill(page, '/mypage/email', { email, password }),
    fields: { ...byAddress, AUTHENTICATION_FAILED: 'password' },
    words: byPassword,
  },
  {
    name: 'confirming a changed address',
    call: 'emailChangeComplete',
    as: {},
    arrive: (page) => fillAfterMail(page, '/mypage/email', { email, password }, { code }),
    fields: byCode,
  },
  {
    name: 'changing the password',
    call: 'passwordChange',
    as: {},
    arrive: (page) => fill(page, '/mypage/password', { currentPassword: password, password }),
    fields: { AUTHENTICATION_FAILED: 'currentPassword', INVALID_PASSWORD_FORMAT: 'password' },
    words: byPassword,
  },
  {
    name: 'asking to be deleted',
    call: 'requestDeletion',
    as: {},
    arrive: async (page) => {
      const isCheck = ({ pathname }: URL) => pathname === paths.checkDeletion.path
      await answerCalls(page, isCheck, ({ fulfill }) => fulfill({ json: { obstacles: [], points: 0 } }))
      await fill(page, '/mypage/leave', { password })
      await page.locator('main form select').selectOption('unused')
      await page.locator('main form input[type=checkbox]').check()
    },
    fields: { AUTHENTICATION_FAILED: 'password' },
    words: byPassword,
  },
]
