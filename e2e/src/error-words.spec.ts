// Every failure a member can meet, in both languages: at its field, in words, never as a code or a
// key.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Locator, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { assertSays, codesToTry, readWords } from './expected-words.ts'
import type { Words } from './expected-words.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { account, assertWords, checkField, codeOrKey, codesOf, languages, mockedVisit } from './mocked-visit.ts'
import type { Language, Visit } from './mocked-visit.ts'
import { inSlowTime, stopClock, untilIdle } from './page-clock.ts'
import { until } from './until.ts'
import { waitForCount } from './wait-for-count.ts'

let kura: Kura
let browser: Browser
const words = new Map<Language, Words>()
before(async () => {
  // one after the other: whichever fails, the other is known and can be ended
  kura = await startInstance()
  browser = await startBrowser()
  for (const language of languages)
    await visit(language, undefined, async ({ page }) => void words.set(language, await readWords(page)))
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})

/** Passes when exactly the words of `key` are shown there. */
const says = (language: Language, shown: Locator, key: string, what: string) =>
  assertSays(words.get(language) ?? new Map(), shown, key, what)

/** A browser whose identity calls return what the test sets; `as` is the signed-in account. */
const visit = (language: Language, as: Partial<typeof account> | undefined, walk: (visit: Visit) => Promise<void>) =>
  mockedVisit({ kura, browser, language, as }, walk)

const at = '2026-11-20T03:00:00Z'
const device = { userAgent: '', signedInAt: at, lastUsedAt: at, endsAt: at }
const devices = {
  'GET /auth/sessions': {
    items: [
      { ...device, sessionId: '01990000-0000-7000-8000-00000000000a', isCurrent: true },
      { ...device, sessionId: '01990000-0000-7000-8000-00000000000b', isCurrent: false },
    ],
  },
}
const resend = (page: Page) => page.locator('main button', { hasText: /もう一度送る|Send again/ })
/** Requests the mail of a sign-up in a page whose clock is stopped, or nearly so. */
async function askInStoppedTime(page: Page): Promise<void> {
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
async function waitForResend(page: Page): Promise<void> {
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
const timeout = { NONCE_NOT_FOUND: 'wallet.error.timeout' } as const
const byPassword = { ...timeout, AUTHENTICATION_FAILED: 'password.wrong' } as const
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
]

for (const language of languages) {
  void test(`${language}: every code of the catalogue and of the wallet has words of its own`, () => {
    const known = words.get(language) ?? assert.fail('no words')
    for (const code of Object.keys(errors)) assert.ok(known.has(`error.${code}`), code)
    for (const [key, text] of known) assertWords(text, language, key)
    const general = [...known].filter(([key]) => /^(error|wallet\.error|fault)\./.test(key))
    const seen = new Map<string, string>()
    for (const [key, text] of general) {
      assert.equal(seen.get(text), undefined, `${key} says the same as ${seen.get(text)}`)
      seen.set(text, key)
    }
  })

  for (const form of forms)
    void test(`${language}: ${form.name}`, () =>
      visit(language, form.as, async ({ page, fail }) => {
        await form.arrive(page)
        const sortOf = (code: ErrorCode) => `${form.fields?.[code]} ${form.words?.[code]}`
        for (const failure of codesToTry(language, codesOf(form.call), sortOf)) {
          fail(form.call, failure)
          const answered = page.waitForResponse((response) => response.url().endsWith(paths[form.call].path))
          await submit(page).click()
          await answered
          const shown = page.locator('main form [role=alert]:not(:empty)')
          await says(language, shown, form.words?.[failure] ?? `error.${failure}`, failure)
          const field = form.fields?.[failure]
          if (field !== undefined) await checkField(page, field, failure)
          assert.doesNotMatch(await page.locator('body').innerText(), codeOrKey)
        }
      }))

  for (const as of [undefined, {}])
    void test(`${language}: links that are over, for ${as ? 'members' : 'guests'}`, () =>
      visit(language, as, async ({ page, fail }) => {
        const press = async (path: string, call: CallName, over: string) => {
          const isOverBy = (code: ErrorCode) => code === 'TOKEN_NOTFOUND' || code === 'TOKEN_EXPIRED'
          for (const failure of codesToTry(language, codesOf(call), (code) => String(isOverBy(code)))) {
            await page.goto(path)
            fail(call, failure)
            // the form for an address is shown until the page has read its own
            await waitForCount(page.locator('main input[name=email]'), 0)
            if (path.includes('reset')) await page.locator('input[name=password]').fill(password)
            await page.locator('main button').last().click()
            const isOver = isOverBy(failure)
            const shown = page.locator(isOver ? 'main .border-dashed p.font-semibold' : 'main [role=alert]:not(:empty)')
            await says(language, shown, isOver ? over : `error.${failure}`, `${call} ${failure}`)
          }
        }
        if (as) return press('/mypage/email?kind=change&token=abc', 'emailChangeComplete', 'email.link-over')
        await press('/login/reset?token=abc', 'passwordReset', 'signup.link-over')
        await press('/login/link?token=abc', 'onetimeTokenSignIn', 'signup.link-over')
        await press('/wallet/recovery/cancel?token=abc', 'stopFlowRecovery', 'wallet-stop.over')
      }))

  void test(`${language}: the terms`, () =>
    visit(language, { termsOutdated: true }, async ({ page, fail }) => {
      await page.goto('/mypage/account')
      const dialog = page.getByRole('dialog')
      for (const failure of codesOf('agreeTerms').filter((each) => each !== 'TERMS_OUTDATED')) {
        fail('agreeTerms', failure)
        await dialog.getByRole('button').first().click()
        await says(language, dialog.locator('[role=alert]:not(:empty)'), `error.${failure}`, failure)
      }
    }))

  void test(`${language}: an input that is out of place is answered with what is wrong with it`, () =>
    visit(language, {}, async ({ page, fail }) => {
      await fill(page, '/mypage/email', { email, password })
      const told = new Set<string>()
      for (const [fault, field, key] of [
        ['has_one_already', 'email', 'fault.has_one_already'],
        ['has_none_yet', 'email', 'fault.has_none_yet'],
        ['too_big', 'email', 'error.INVALID_INPUT'],
      ] as const) {
        fail('emailChange', 'INVALID_INPUT', [{ field, fault }])
        const answered = page.waitForResponse((response) => response.url().endsWith(paths.emailChange.path))
        await submit(page).click()
        await answered
        const shown = page.locator('main form [role=alert]:not(:empty)')
        await says(language, shown, key, fault)
        await checkField(page, field, 'INVALID_INPUT')
        told.add(await shown.innerText())
      }
      assert.equal(told.size, 3, 'each has a sentence of its own')
    }))

  void test(`${language}: a form that leaves because the session is over says so`, () =>
    visit(language, {}, async ({ page, fail }) => {
      await fill(page, '/mypage/email', { email, password })
      fail('emailChange', 'INVALID_SESSION')
      await submit(page).click()
      await page.waitForURL(/\/login\?redirect=%2Fmypage%2Femail/)
      const ended = words.get(language)?.get('error.INVALID_SESSION') ?? assert.fail('no words')
      await page.locator('[role=status] p', { hasText: ended }).waitFor()
    }))

  void test(`${language}: sending the mail again`, () =>
    visit(language, undefined, async ({ page, fail }) => {
      await askInStoppedTime(page)
      await waitForResend(page)
      for (const failure of codesOf('emailSignUpResend')) {
        fail('emailSignUpResend', failure)
        await resend(page).click()
        await says(language, page.locator('main [role=alert]:not(:empty)'), `error.${failure}`, failure)
      }
    }))

  void test(`${language}: a code that was sent again says so, also after a reload, and one that is over, too`, () =>
    visit(language, undefined, async ({ page }) => {
      await askInStoppedTime(page)
      const told = page.locator('main [role=status]:not(:empty)')
      assert.equal(await told.count(), 0)
      await waitForResend(page)
      await resend(page).click()
      await told.waitFor()
      const resent = await told.innerText()
      assertWords(resent, language, 'sent again')
      await page.reload()
      await page.locator('input[name=code]').fill(code)
      assert.equal(await told.innerText(), resent)
      await page.clock.fastForward(10 * 60_000)
      await says(language, told, 'error.TOKEN_EXPIRED', 'the code is over')
      assert.equal(await page.locator('input[name=code]').inputValue(), code, 'its form stays')
      await resend(page).click()
      await page.locator('main [role=status]', { hasText: resent }).waitFor()
      assert.equal(await told.count(), 1)
      await page.clock.fastForward(10 * 60_000)
      await page.reload()
      await page.locator('main input[name=email]').waitFor()
      assert.equal(await page.locator('input[name=code]').count(), 0, 'with a new visit it is forgotten')
    }))

  void test(`${language}: signing devices out`, () =>
    mockedVisit({ kura, browser, language, as: {}, more: devices }, async ({ page, fail }) => {
      await page.goto('/mypage/devices')
      const buttons = page.locator('main li button, main .flex-wrap > button')
      await buttons.nth(2).waitFor()
      for (const [call, at] of [
        ['endOneSession', 0],
        ['endSessions', 1],
        ['endSessions', 2],
      ] as const) {
        // one that is gone already is the intended result
        const codes = codesOf(call).filter((each) => each !== 'NOT_FOUND')
        assert.ok(codes.length > 3)
        for (const failure of codes) {
          fail(call, failure)
          await buttons.nth(at).click()
          await page.getByRole('alertdialog').getByRole('button').last().click()
          await page.getByRole('alertdialog').waitFor({ state: 'detached' })
          await says(language, page.locator('main [role=alert]:not(:empty)'), `error.${failure}`, `${call} ${failure}`)
        }
      }
    }))
}
