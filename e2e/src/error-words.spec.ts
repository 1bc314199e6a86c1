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
import { addressOf, useWallet } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { account, assertWords, codeOrKey, languages, mockedVisit } from './mocked-visit.ts'
import type { Language, Visit } from './mocked-visit.ts'

let kura: Kura
let browser: Browser
before(async () => {
  // one after the other: whichever fails, the other is known and can be ended
  kura = await startInstance()
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})

/** A browser whose calls of identity answer what the test says; `as` is the account that is signed in. */
const visit = (language: Language, as: Partial<typeof account> | undefined, walk: (visit: Visit) => Promise<void>) =>
  mockedVisit({ kura, browser, language, as }, walk)

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

  for (const as of [undefined, {}])
    void test(`${language}: links that are over, for ${as ? 'members' : 'guests'}`, () =>
      visit(language, as, async ({ page, fail }) => {
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
        if (as) return press('/mypage/email?kind=change&token=abc', 'emailChangeComplete')
        await press('/login/reset?token=abc', 'passwordReset')
        await press('/login/link?token=abc', 'onetimeTokenSignIn')
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

type WalletForm = {
  name: string
  call: CallName
  isMember: boolean
  /** Comes to where the wallet is asked. */
  open: (page: Page) => Promise<void>
  /** Sends it once more, with fresh proofs of the wallets. */
  send: (page: Page) => Promise<void>
  /** The step or field some codes belong to, or the form where they have words of their own. */
  places: Partial<Record<ErrorCode, 'next' | 'password' | 'form'>>
}

const main = (page: Page, at: number) => page.locator('main [aria-expanded]').nth(at).click()
const steps = (page: Page) => page.locator('main form .grid.gap-2 button:not([type=submit])')
const proven = (page: Page, count: number) =>
  page.waitForFunction((most) => document.querySelectorAll('main form [role=status] svg').length >= most, count)
const sendForm = (page: Page) => page.locator('main form button[type=submit]').click()

const walletForms: WalletForm[] = [
  {
    name: 'signing in by wallet',
    call: 'flowSignIn',
    isMember: false,
    open: async (page) => {
      await page.goto('/login')
      await page.locator('main .grid.gap-3 > button').click()
    },
    send: (page) => page.locator('main section[aria-label] button').click(),
    places: { AUTHENTICATION_FAILED: 'form', NONCE_NOT_FOUND: 'form' },
  },
  {
    name: 'changing the wallet',
    call: 'flowChange',
    isMember: true,
    open: async (page) => {
      await page.goto('/mypage/wallet')
      await main(page, 0)
    },
    send: async (page) => {
      await useWallet(kura, 'hanako')
      await steps(page).first().click()
      await proven(page, 1)
      await useWallet(kura, 'taro')
      await steps(page).first().click()
      await proven(page, 2)
      await sendForm(page)
    },
    places: { AUTHENTICATION_DUPLICATED: 'next', INVALID_INPUT: 'next' },
  },
  {
    name: 'asking for another wallet',
    call: 'flowRecovery',
    isMember: true,
    open: async (page) => {
      await page.goto('/mypage/wallet')
      await main(page, 1)
      await page.locator('main input[name=password]').fill(password)
      await useWallet(kura, 'taro')
    },
    send: async (page) => {
      // a wrong password leaves the proof as it is
      if ((await steps(page).count()) > 0) await steps(page).first().click()
      await proven(page, 1)
      await sendForm(page)
    },
    places: {
      AUTHENTICATION_FAILED: 'password',
      AUTHENTICATION_DUPLICATED: 'next',
      NONCE_NOT_FOUND: 'next',
      WALLET_PROOF_INVALID: 'next',
    },
  },
]

for (const language of languages) {
  for (const form of walletForms)
    void test(`${language}: ${form.name}`, async () => {
      await useWallet(kura, 'hanako')
      const as = form.isMember ? { flowAddress: await addressOf(kura, 'hanako') } : undefined
      await visit(language, as, async ({ page, fail }) => {
        await form.open(page)
        // every code once; the other language for those with a place or words of their own
        const codes = codesOf(form.call).filter((code) => code !== 'BOT_DENY')
        const tried = codes.filter((code) => language === 'ja' || form.places[code])
        assert.ok(tried.length > 1)
        for (const failure of tried) {
          fail(form.call, failure)
          const answered = page.waitForResponse((response) => response.url().endsWith(paths[form.call].path))
          await form.send(page)
          await answered
          const shown = page.locator('main [role=alert]:not(:empty)')
          await shown.waitFor()
          assertWords(await shown.innerText(), language, failure)
          const place = form.places[failure]
          if (place === 'password') await checkField(page, place, failure)
          if (place === 'next') await checkStep(page, failure)
        }
      })
    })

  void test(`${language}: linking a wallet`, async () => {
    await useWallet(kura, 'hanako')
    await visit(language, {}, async ({ page, fail }) => {
      await page.goto('/mypage/wallet')
      await page.locator('main section button').first().click()
      const start = page.locator('dialog[open] button').last()
      const codes = codesOf('flowAdd').filter((code) => !['BOT_DENY', 'AUTHENTICATION_FAILED'].includes(code))
      for (const failure of [...codes, 'BOT_DENY'] as const) {
        fail('flowAdd', failure)
        await start.click()
        const shown =
          failure === 'BOT_DENY'
            ? page.locator('dialog[open] [role=alert]:not(:empty)')
            : page.getByRole('alertdialog').locator('p')
        await shown.first().waitFor()
        assertWords(await shown.first().innerText(), language, failure)
        if (failure !== 'BOT_DENY') await page.getByRole('alertdialog').getByRole('button').click()
        await page.locator('dialog[open] button:not([aria-busy=true])').last().waitFor()
      }
    })
  })

  void test(`${language}: an input that is out of place is told by what is wrong with it`, () =>
    visit(language, {}, async ({ page, fail }) => {
      await fill(page, '/mypage/email', { email, password })
      const told = new Set<string>()
      for (const [fault, field] of [
        ['has_one_already', 'email'],
        ['has_none_yet', 'email'],
        ['unseen_characters', 'email'],
      ] as const) {
        fail('emailChange', 'INVALID_INPUT', [{ field, fault }])
        const answered = page.waitForResponse((response) => response.url().endsWith(paths.emailChange.path))
        await submit(page).click()
        await answered
        const shown = page.locator('main form [role=alert]:not(:empty)')
        await shown.waitFor()
        assertWords(await shown.innerText(), language, fault)
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
      const shown = page.locator('[role=status] p', { hasText: language === 'ja' ? 'ログイン' : 'logged out' }).first()
      await shown.waitFor()
      assertWords(await shown.innerText(), language, 'INVALID_SESSION')
    }))
}

/** The words are the description of the step with the new wallet. */
async function checkStep(page: Page, failure: ErrorCode): Promise<void> {
  const id = await steps(page).last().getAttribute('aria-describedby')
  assert.ok(id, `${failure} is not at the step`)
  assert.ok((await page.locator(`[id="${id}"]`).innerText()).length > 5)
}

/** The field is marked, and the words are its description. */
async function checkField(page: Page, name: string, failure: ErrorCode): Promise<void> {
  const field = page.locator(`main form input[name=${name}]`)
  assert.equal(await field.getAttribute('aria-invalid'), 'true', `${failure} is not at ${name}`)
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
  const described = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))
  assert.ok(described.join('').length > 5, `${name} is not described`)
}
