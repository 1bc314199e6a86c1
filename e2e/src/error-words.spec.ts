// Every failure a member can meet, in both languages: at its field, in words, never as a code or a key.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { api } from '@kura/contract/api'
import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop } from './journey.ts'

let kura: Kura
let browser: Browser
before(async () => {
  ;[kura, browser] = await Promise.all([startInstance(), startBrowser()])
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})

const languages = ['ja', 'en'] as const
type Language = (typeof languages)[number]

/** A code of the catalogue, or a key of the words, as a member must never see it. */
const codeOrKey = new RegExp(
  `\\b(${Object.keys(errors).join('|')})\\b|\\b(error|wallet|login|reset|mail-link|signup|email|password|device|terms|member|bot)(-settings|-stop)?\\.[a-zA-Z]`,
)

function assertWords(text: string, language: Language, what: string): void {
  assert.ok(text.trim().length > 5, `${what}: says nothing`)
  assert.doesNotMatch(text, codeOrKey, what)
  if (language === 'ja') assert.match(text, /[\u3040-\u30ff\u4e00-\u9fff]/, what)
  else assert.doesNotMatch(text, /[\u3040-\u30ff\u4e00-\u9fff]/, what)
}

const account = {
  userId: '01990000-0000-7000-8000-000000000001',
  email: 'member@visitor.example',
  flowAddress: '',
  displayName: '',
  termsVersion: '2026-11-01',
  termsOutdated: false,
  hasPassword: true,
}

type Visit = {
  page: Page
  /** From now on the call fails with the code. */
  fail: (name: CallName, code: ErrorCode) => void
}

/** A browser whose calls of identity answer what the test says; `as` is the account that is signed in. */
async function visit(
  language: Language,
  as: Partial<typeof account> | undefined,
  walk: (visit: Visit) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...desktop, baseURL: kura.app })
  context.setDefaultTimeout(15_000)
  const failing = new Map<string, ErrorCode>()
  await context.addCookies([{ name: 'kura_language', value: language, url: kura.app }])
  if (as) {
    const session = { userId: account.userId, token: 't', flowAddress: '', timestamp: Date.now() }
    await context.addInitScript((text) => localStorage.setItem('session', text), JSON.stringify(session))
  }
  await context.route(/\/(auth|api)\//, async (route) => {
    const key = `${route.request().method()} ${new URL(route.request().url()).pathname}`
    const code = failing.get(key)
    if (code) {
      const body = { errorCode: code, message: errors[code].message }
      return route.fulfill({ status: errors[code].status, json: body })
    }
    if (key === 'GET /auth/account') return route.fulfill({ json: { ...account, ...as } })
    if (key === 'GET /auth/sessions') return route.fulfill({ json: { items: [] } })
    if (route.request().method() === 'POST') return route.fulfill({ status: 202, json: {} })
    return route.fallback()
  })
  try {
    await walk({
      page: await context.newPage(),
      fail: (name, code) => {
        failing.clear()
        failing.set(`${paths[name].method} ${paths[name].path}`, code)
      },
    })
  } finally {
    await context.close()
  }
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
}

const email = 'a@visitor.example'
const password = 'a long walk by the river'
const submit = (page: Page) => page.locator('main form button[type=submit]').first()

async function fill(page: Page, path: string, values: Record<string, string>): Promise<void> {
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
const code = '12345678'
const byAddress = { INVALID_EMAIL_FORMAT: 'email', EMAIL_EXISTS_IN_AUTH: 'email', EMAIL_IS_SAME: 'email' } as const

const forms: Form[] = [
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
  },
]

/** The codes a call can fail with. The bot check comes last: after it a person has to tick a box for every try. */
const codesOf = (name: CallName): ErrorCode[] =>
  // a session that ended leads to the screen for logging in, where nothing of the form is left to explain
  api[name].errors
    .filter((each) => each !== 'INVALID_SESSION')
    .toSorted((a, b) => Number(a === 'BOT_DENY') - Number(b === 'BOT_DENY'))

for (const language of languages) {
  void test(`${language}: every code of the catalogue and of the wallet has words`, () =>
    visit(language, undefined, async ({ page }) => {
      await page.goto('/console/gallery')
      const lines = page.locator('[data-failures] li')
      assert.ok((await lines.count()) > Object.keys(errors).length)
      for (const text of await lines.allInnerTexts()) assertWords(text, language, text)
    }))

  for (const form of forms)
    void test(`${language}: ${form.name}`, () =>
      visit(language, form.as, async ({ page, fail }) => {
        await form.arrive(page)
        for (const failure of codesOf(form.call)) {
          fail(form.call, failure)
          const answered = page.waitForResponse((response) => response.url().endsWith(paths[form.call].path))
          await submit(page).click()
          await answered
          const shown = page.locator('main form [role=alert]:not(:empty)')
          await shown.waitFor()
          assertWords(await shown.innerText(), language, failure)
          const field = form.fields?.[failure]
          if (field !== undefined) await checkField(page, field, failure)
          assert.doesNotMatch(await page.locator('body').innerText(), codeOrKey)
        }
      }))

  void test(`${language}: links that are over`, () =>
    visit(language, {}, async ({ page, fail }) => {
      const press = async (path: string, call: CallName) => {
        for (const failure of codesOf(call)) {
          await page.goto(path)
          fail(call, failure)
          if (path.includes('reset')) await page.locator('input[name=password]').fill(password)
          await page.locator('main button').last().click()
          const shown = page.locator('main [role=alert]:not(:empty), main .border-dashed')
          await shown.first().waitFor()
          assertWords(await page.locator('main').innerText(), language, `${call} ${failure}`)
        }
      }
      await press('/login/reset?token=abc', 'passwordReset')
      await press('/login/link?token=abc', 'onetimeTokenSignIn')
      await press('/mypage/email?kind=change&token=abc', 'emailChangeComplete')
      await press('/wallet/recovery/cancel?token=abc', 'stopFlowRecovery')
    }))

  void test(`${language}: the terms`, () =>
    visit(language, { termsOutdated: true }, async ({ page, fail }) => {
      await page.goto('/mypage/account')
      const dialog = page.getByRole('dialog')
      for (const failure of codesOf('agreeTerms').filter((each) => each !== 'TERMS_OUTDATED')) {
        fail('agreeTerms', failure)
        await dialog.getByRole('button').first().click()
        await dialog.locator('[role=alert]:not(:empty)').waitFor()
        assertWords(await dialog.innerText(), language, failure)
      }
    }))
}

/** The field is marked, and the words are its description. */
async function checkField(page: Page, name: string, failure: ErrorCode): Promise<void> {
  const field = page.locator(`main form input[name=${name}]`)
  assert.equal(await field.getAttribute('aria-invalid'), 'true', `${failure} is not at ${name}`)
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
  const described = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))
  assert.ok(described.join('').length > 5, `${name} is not described`)
}
