// Every failure of a call that goes with a wallet: its own words at their place,
// and which proofs are kept.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { ErrorCode, FieldFault } from '@kura/contract/errors'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Locator, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { assertSays, codesToTry, readWords } from './expected-words.ts'
import type { Words } from './expected-words.ts'
import { addressOf, useWallet } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { checkField, codesOf, isCall, languages, mockedVisit } from './mocked-visit.ts'
import type { account, Language, Visit } from './mocked-visit.ts'
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

type Account = Partial<typeof account>
const visit = (language: Language, as: Account | undefined, walk: (visit: Visit) => Promise<void>) =>
  mockedVisit({ kura, browser, language, as }, walk)
const says = (language: Language, shown: Locator, key: string, what: string) =>
  assertSays(words.get(language) ?? new Map(), shown, key, what)
/** Hears how often a call was answered. */
function countAnswers(page: Page, name: CallName): () => number {
  let count = 0
  page.on('response', (response) => {
    if (isCall(name, response.request().method(), response.url())) count += 1
  })
  return () => count
}

type WalletForm = {
  name: string
  call: CallName
  /** Who is signed in, with the linked wallet; nobody without it. */
  as?: Account
  /** Comes to where the wallet is asked. */
  open: (page: Page) => Promise<void>
  /** Sends it once more, with what has to be proven again. */
  send: (page: Page) => Promise<void>
  /** The step or field some codes belong to; the others belong to the form. */
  places?: Partial<Record<ErrorCode, 'step' | 'email' | 'password'>>
  /** Better words than the general ones. */
  words?: Partial<Record<ErrorCode, string>>
  details?: Partial<Record<ErrorCode, FieldFault[]>>
  /** How many wallets have to sign once more after a code; after the others none. */
  lost?: Partial<Record<ErrorCode, number>>
}

const unfold = (page: Page, nth: number) => page.locator('main [aria-expanded]').nth(nth).click()
const steps = (page: Page) => page.locator('main form .grid.gap-2 button:not([type=submit])')
const proven = (page: Page, count: number) =>
  page.waitForFunction((most) => document.querySelectorAll('main form [role=status] svg').length >= most, count)
const sendForm = (page: Page) => page.locator('main form button[type=submit]').click()
/** How many wallets still have to sign, once the form is there. */
async function countSteps(page: Page): Promise<number> {
  await page.locator('main form button[type=submit]').waitFor()
  return steps(page).count()
}
const password = 'a long walk by the river'
const timeout = { NONCE_NOT_FOUND: 'wallet.error.timeout' } as const

const walletForms: WalletForm[] = [
  {
    name: 'signing in by wallet',
    call: 'flowSignIn',
    open: async (page) => {
      await page.goto('/login')
      await page.locator('main .grid.gap-3 > button').click()
    },
    send: (page) => page.locator('main section[aria-label] button').click(),
    words: { AUTHENTICATION_FAILED: 'login.wallet.refused' },
  },
  {
    name: 'changing the wallet',
    call: 'flowChange',
    as: {},
    open: async (page) => {
      await page.goto('/mypage/wallet')
      await unfold(page, 0)
    },
    send: async (page) => {
      // the present wallet first, then the other; the earlier proof is still valid
      const missing = await countSteps(page)
      if (missing === 2) {
        await useWallet(kura, 'hanako')
        await steps(page).first().click()
        await proven(page, 1)
      }
      if (missing > 0) {
        await useWallet(kura, 'taro')
        await steps(page).first().click()
        await proven(page, 2)
      }
      await sendForm(page)
    },
    places: { AUTHENTICATION_DUPLICATED: 'step', INVALID_INPUT: 'step', WALLET_PROOF_INVALID: 'step' },
    words: { ...timeout, INVALID_INPUT: 'fault.same_as_current' },
    details: {
      INVALID_INPUT: [{ field: 'next.address', fault: 'same_as_current' }],
      WALLET_PROOF_INVALID: [{ field: 'next', fault: 'does_not_hold' }],
    },
    lost: { NONCE_NOT_FOUND: 2, AUTHENTICATION_DUPLICATED: 2, INVALID_INPUT: 1, WALLET_PROOF_INVALID: 1 },
  },
  {
    name: 'asking for another wallet',
    call: 'flowRecovery',
    as: {},
    open: async (page) => {
      await page.goto('/mypage/wallet')
      await unfold(page, 1)
      await page.locator('main input[name=password]').fill(password)
      await useWallet(kura, 'taro')
    },
    send: async (page) => {
      if ((await countSteps(page)) > 0) await steps(page).first().click()
      await proven(page, 1)
      await sendForm(page)
    },
    places: {
      AUTHENTICATION_FAILED: 'password',
      AUTHENTICATION_DUPLICATED: 'step',
      NONCE_NOT_FOUND: 'step',
      WALLET_PROOF_INVALID: 'step',
    },
    words: { ...timeout, AUTHENTICATION_FAILED: 'password.wrong' },
    lost: { NONCE_NOT_FOUND: 1, AUTHENTICATION_DUPLICATED: 1, WALLET_PROOF_INVALID: 1 },
  },
  {
    name: 'changing the address by a proof of the wallet',
    call: 'emailChange',
    as: { hasPassword: false },
    open: async (page) => {
      await page.goto('/mypage/email')
      await page.locator('main input[name=email]').fill('a@visitor.example')
    },
    send: async (page) => {
      if ((await countSteps(page)) > 0) await steps(page).first().click()
      await proven(page, 1)
      await sendForm(page)
    },
    places: {
      AUTHENTICATION_FAILED: 'step',
      NONCE_NOT_FOUND: 'step',
      WALLET_PROOF_INVALID: 'step',
      INVALID_EMAIL_FORMAT: 'email',
      INVALID_INPUT: 'email',
      EMAIL_IS_SAME: 'email',
      EMAIL_EXISTS_IN_AUTH: 'email',
    },
    words: { ...timeout, AUTHENTICATION_FAILED: 'wallet-settings.not-current' },
    lost: {
      AUTHENTICATION_FAILED: 1,
      NONCE_NOT_FOUND: 1,
      WALLET_PROOF_INVALID: 1,
      EMAIL_IS_SAME: 1,
      EMAIL_EXISTS_IN_AUTH: 1,
    },
  },
]

/** The words are the description of the step where the wallet has to sign once more. */
async function checkStep(page: Page, failure: ErrorCode): Promise<void> {
  const id = await steps(page).last().getAttribute('aria-describedby')
  assert.ok(id, `${failure} is not at the step`)
  assert.ok((await page.locator(`[id="${id}"]`).innerText()).length > 5)
}

const linkCalls = ['flowPrepare', 'flowSetup', 'flowAdd'] as const
/** What a link says for some codes; anything else is wallet.error.unknown. */
const linkWords: Partial<Record<ErrorCode, string>> = {
  AUTHENTICATION_DUPLICATED: 'wallet.error.duplicated-addess',
  EMAIL_EXISTS_IN_AUTH: 'wallet.error.duplicated-addess',
  NONCE_NOT_FOUND: 'wallet.error.timeout',
  WALLET_DIFFERENT_ADDRESS: 'wallet.error.different-address-detected',
}
const openLink = async (page: Page) => {
  await page.goto('/mypage/wallet')
  await page.locator('main section button').first().click()
}
const start = (page: Page) => page.locator('dialog[open] button').last()

for (const language of languages)
  for (const form of language === 'ja' ? walletForms : walletForms.slice(0, 1))
    void test(`${language}: ${form.name}`, async () => {
      await useWallet(kura, 'hanako')
      const as = form.as && { flowAddress: await addressOf(kura, 'hanako'), ...form.as }
      await visit(language, as, async ({ page, fail }) => {
        await form.open(page)
        const codes = codesOf(form.call)
        assert.ok(codes.length > 5)
        const answers = countAnswers(page, form.call)
        const sortOf = (code: ErrorCode) =>
          [form.places?.[code], form.words?.[code], form.lost?.[code], JSON.stringify(form.details?.[code])].join(' ')
        for (const [index, failure] of codesToTry(language, codes, sortOf).entries()) {
          fail(form.call, failure, form.details?.[failure])
          await form.send(page)
          await until('an answer', () => Promise.resolve(answers() > index))
          const shown = page.locator('main [role=alert]:not(:empty)')
          await says(language, shown, form.words?.[failure] ?? `error.${failure}`, failure)
          if (form.as) await waitForCount(steps(page), form.lost?.[failure] ?? 0)
          const place = form.places?.[failure]
          if (place === 'step') await checkStep(page, failure)
          else if (place !== undefined) await checkField(page, place, failure)
        }
      })
    })

for (const call of linkCalls)
  void test(`linking a wallet, refused by ${call}`, async () => {
    await useWallet(kura, 'hanako')
    await visit('ja', {}, async ({ page, fail }) => {
      const codes = codesOf(call).filter((code) => code !== 'AUTHENTICATION_FAILED')
      assert.ok(codes.length > 4 && codes.at(-1) === 'BOT_DENY')
      const nonces = countAnswers(page, 'flowPrepare')
      if (codes[0]) fail(call, codes[0])
      await openLink(page)
      await until('the first nonce', () => Promise.resolve(nonces() === 1))
      const sortOf = (code: ErrorCode) => (code === 'BOT_DENY' ? code : String(linkWords[code]))
      for (const failure of codesToTry('ja', codes, sortOf)) {
        fail(call, failure)
        const before = nonces()
        await start(page).click()
        if (failure === 'BOT_DENY') {
          await says('ja', page.locator('dialog[open] [role=alert]:not(:empty)'), 'error.BOT_DENY', call)
          continue
        }
        const dialog = page.getByRole('alertdialog')
        await says('ja', dialog.locator('p'), linkWords[failure] ?? 'wallet.error.unknown', failure)
        // the nonce for the next press; one that is refused is asked for again while the window
        // waits
        await until('another nonce', () => Promise.resolve(nonces() >= before + (call === 'flowPrepare' ? 2 : 1)))
        await dialog.getByRole('button').click()
        await page.locator('dialog[open] button:not([aria-busy=true])').last().waitFor()
      }
    })
  })

void test('linking a wallet, without the password or with a wrong one', async () => {
  await useWallet(kura, 'hanako')
  await visit('ja', {}, async ({ page, fail }) => {
    fail('flowAdd', 'AUTHENTICATION_FAILED')
    await openLink(page)
    await start(page).click()
    const field = page.locator('dialog[open] input[name=password]')
    await field.waitFor()
    assert.equal(await page.locator('dialog[open] [role=alert]:not(:empty)').count(), 0, 'nothing was wrong yet')
    await field.fill(password)
    await page.keyboard.press('Enter')
    await says('ja', page.locator('dialog[open] [role=alert]:not(:empty)'), 'password.wrong', 'a wrong one')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
  })
})

void test('stopping a change of the wallet', async () => {
  const flowAddress = await addressOf(kura, 'hanako')
  const change = {
    changeId: '01990000-0000-7000-8000-00000000000c',
    state: 'requested',
    oldAddress: flowAddress,
    newAddress: await addressOf(kura, 'taro'),
    requestedAt: '2026-11-20T03:00:00Z',
    effectiveAt: null,
  }
  const more = { 'GET /auth/flow_recovery': { change } }
  await mockedVisit({ kura, browser, language: 'ja', as: { flowAddress }, more }, async ({ page, fail }) => {
    await page.goto('/mypage/wallet')
    const codes = codesOf('cancelFlowRecovery')
    assert.ok(codes.length > 4)
    for (const failure of codes) {
      fail('cancelFlowRecovery', failure)
      await page.locator('main section.bg-indigo-ground button').click()
      await page.getByRole('alertdialog').getByRole('button').last().click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      const shown = page.locator('main section.bg-indigo-ground [role=alert]:not(:empty)')
      await says('ja', shown, `error.${failure}`, failure)
    }
  })
})

void test('a nonce is kept ready while the window waits, not while the wallet is asked, nor where a person ticks a box for it', async () => {
  await kura.play('wallet', { auto: false })
  const settle = (page: Page) => page.evaluate(() => fetch('/robots.txt').then(() => undefined))
  await visit('ja', {}, async ({ page, fail }) => {
    const nonces = countAnswers(page, 'flowPrepare')
    await page.clock.install()
    await openLink(page)
    await until('a nonce', () => Promise.resolve(nonces() === 1))
    await page.clock.runFor(300_000)
    await until('a younger nonce', () => Promise.resolve(nonces() === 2))
    await start(page).click()
    await page.locator('#FCL_IFRAME').waitFor({ state: 'attached' })
    await page.clock.runFor(600_000)
    await settle(page)
    assert.equal(nonces(), 2, 'none while the wallet is open')

    fail('flowPrepare', 'BOT_DENY')
    await openLink(page)
    await page.locator('dialog[open]').getByRole('group').waitFor()
    assert.equal(nonces(), 3)
    await page.clock.runFor(60_000)
    assert.equal(await start(page).getAttribute('aria-disabled'), 'true')
    const group = page.locator('dialog[open]').getByRole('group')
    await group.frameLocator('iframe').locator('input[type=checkbox]').click()
    await until('a press is taken', async () => (await start(page).getAttribute('aria-disabled')) === null)
    await page.clock.runFor(600_000)
    await settle(page)
    assert.equal(nonces(), 3, 'the press asks for it, and nothing else spends the tick')
  })
})
