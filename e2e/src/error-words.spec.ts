// Every failure a member can meet: at its field, in words, never as a code or a key. In Japanese all of
// them, and one form in English: words stand nowhere but in the lists of both languages.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Locator } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { assertSays, codesToTry, readWords } from './expected-words.ts'
import type { Words } from './expected-words.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { assertWords, checkField, codeOrKey, codesOf, languages, mockedVisit } from './mocked-visit.ts'
import type { account, Language, Visit } from './mocked-visit.ts'
import { waitForCount } from './wait-for-count.ts'
import {
  devices,
  resend,
  askInStoppedTime,
  waitForResend,
  email,
  password,
  submit,
  fill,
  code,
  forms,
} from './error-forms.ts'

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
}

for (const language of languages)
  for (const form of language === 'ja' ? forms : forms.slice(0, 1))
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
  void test(`links that are over, for ${as ? 'members' : 'guests'}`, () =>
    visit('ja', as, async ({ page, fail }) => {
      const press = async (path: string, call: CallName, over: string) => {
        const isOverBy = (code: ErrorCode) => code === 'TOKEN_NOTFOUND' || code === 'TOKEN_EXPIRED'
        for (const failure of codesToTry('ja', codesOf(call), (code) => String(isOverBy(code)))) {
          await page.goto(path)
          fail(call, failure)
          // the form for an address is shown until the page has read its own
          await waitForCount(page.locator('main input[name=email]'), 0)
          if (path.includes('reset')) await page.locator('input[name=password]').fill(password)
          await page.locator('main button').last().click()
          const isOver = isOverBy(failure)
          const shown = page.locator(isOver ? 'main .border-dashed p.font-semibold' : 'main [role=alert]:not(:empty)')
          await says('ja', shown, isOver ? over : `error.${failure}`, `${call} ${failure}`)
        }
      }
      if (as) return press('/mypage/email?kind=change&token=abc', 'emailChangeComplete', 'email.link-over')
      await press('/login/reset?token=abc', 'passwordReset', 'signup.link-over')
      await press('/login/link?token=abc', 'onetimeTokenSignIn', 'signup.link-over')
      await press('/wallet/recovery/cancel?token=abc', 'stopFlowRecovery', 'wallet-stop.over')
      await press('/leave/cancel?token=abc', 'stopDeletion', 'leave-stop.over')
    }))

void test('the terms', () =>
  visit('ja', { termsOutdated: true }, async ({ page, fail }) => {
    await page.goto('/mypage/account')
    const dialog = page.getByRole('dialog')
    for (const failure of codesOf('agreeTerms').filter((each) => each !== 'TERMS_OUTDATED')) {
      fail('agreeTerms', failure)
      await dialog.getByRole('button').first().click()
      await says('ja', dialog.locator('[role=alert]:not(:empty)'), `error.${failure}`, failure)
    }
  }))

void test('an input that is out of place is answered with what is wrong with it', () =>
  visit('ja', {}, async ({ page, fail }) => {
    await fill(page, '/mypage/email', { email, password })
    const sentences = new Set<string>()
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
      await says('ja', shown, key, fault)
      await checkField(page, field, 'INVALID_INPUT')
      sentences.add(await shown.innerText())
    }
    assert.equal(sentences.size, 3, 'each has a sentence of its own')
  }))

void test('a form that leaves because the session is over says so', () =>
  visit('ja', {}, async ({ page, fail }) => {
    await fill(page, '/mypage/email', { email, password })
    fail('emailChange', 'INVALID_SESSION')
    await submit(page).click()
    await page.waitForURL(/\/login\?redirect=%2Fmypage%2Femail/)
    const ended = words.get('ja')?.get('error.INVALID_SESSION') ?? assert.fail('no words')
    await page.locator('[role=status] p', { hasText: ended }).waitFor()
  }))

void test('sending the mail again', () =>
  visit('ja', undefined, async ({ page, fail }) => {
    await askInStoppedTime(page)
    await waitForResend(page)
    for (const failure of codesOf('emailSignUpResend')) {
      fail('emailSignUpResend', failure)
      await resend(page).click()
      await says('ja', page.locator('main [role=alert]:not(:empty)'), `error.${failure}`, failure)
    }
  }))

void test('a code that was sent again says so, also after a reload, and one that is over, too', () =>
  visit('ja', undefined, async ({ page }) => {
    await askInStoppedTime(page)
    const notice = page.locator('main [role=status]:not(:empty)')
    assert.equal(await notice.count(), 0)
    await waitForResend(page)
    await resend(page).click()
    await notice.waitFor()
    const resent = await notice.innerText()
    assertWords(resent, 'ja', 'sent again')
    await page.reload()
    await page.locator('input[name=code]').fill(code)
    assert.equal(await notice.innerText(), resent)
    await page.clock.fastForward(10 * 60_000)
    await says('ja', notice, 'error.TOKEN_EXPIRED', 'the code is over')
    assert.equal(await page.locator('input[name=code]').inputValue(), code, 'its form stays')
    await resend(page).click()
    await page.locator('main [role=status]', { hasText: resent }).waitFor()
    assert.equal(await notice.count(), 1)
    await page.clock.fastForward(10 * 60_000)
    await page.reload()
    await page.locator('main input[name=email]').waitFor()
    assert.equal(await page.locator('input[name=code]').count(), 0, 'with a new visit it is forgotten')
  }))

void test('signing devices out', () =>
  mockedVisit({ kura, browser, language: 'ja', as: {}, more: devices }, async ({ page, fail }) => {
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
        await says('ja', page.locator('main [role=alert]:not(:empty)'), `error.${failure}`, `${call} ${failure}`)
      }
    }
  }))
