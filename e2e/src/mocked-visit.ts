import assert from 'node:assert/strict'
import { api } from '@kura/contract/api'
import { errors } from '@kura/contract/errors'
import type { ErrorCode, FieldFault } from '@kura/contract/errors'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Page } from 'playwright-core'
import { answerCalls } from './answer-calls.ts'
import type { Kura } from './instance.ts'
import { desktop, leave } from './journey.ts'
import { openLivePage } from './live-page.ts'

export const languages = ['ja', 'en'] as const
export type Language = (typeof languages)[number]

/** A code of the catalogue, or a key of the words, as a member must never see it. */
export const codeOrKey = new RegExp(
  `\\b(${Object.keys(errors).join('|')})\\b|\\b(error|fault|signing|transfer|gift|claim|trade|checkout|wallet|login|reset|mail-link|signup|email|password|device|terms|member|bot)(-settings|-stop)?\\.[a-zA-Z]`,
)

/** Asserts that the text is a sentence of the language, and neither a code nor a key. */
export function assertWords(text: string, language: Language, what: string): void {
  assert.ok(text.trim().length > 5, `${what}: says nothing`)
  assert.doesNotMatch(text, codeOrKey, what)
  if (language === 'ja') assert.match(text, /[\u3040-\u30ff\u4e00-\u9fff]/, what)
  else assert.doesNotMatch(text, /[\u3040-\u30ff\u4e00-\u9fff]/, what)
}

export const account = {
  userId: '01990000-0000-7000-8000-000000000001',
  email: 'member@visitor.example',
  flowAddress: '',
  displayName: '',
  termsVersion: '2026-11-01',
  termsOutdated: false,
  hasPassword: true,
  deletionDueAt: null,
}

export type Visit = {
  page: Page
  /** From now on the call fails with the code. */
  fail: (name: CallName, code: ErrorCode, details?: FieldFault[]) => void
}
type World = {
  kura: Kura
  browser: Browser
  language: Language
  as: Partial<typeof account> | undefined
  /** What further calls answer, by method and path. */
  more?: Record<string, object> | undefined
}

/** Whether a request is this call: a path segment with a colon matches any. */
export function isCall(name: CallName, method: string, url: string): boolean {
  const pattern = paths[name].path.replaceAll(/:\w+/g, '[^/]+')
  return method === paths[name].method && new RegExp(`^${pattern}$`).test(new URL(url).pathname)
}

/** A browser whose identity calls return what the test sets; `as` is the signed-in account. */
export async function mockedVisit({ kura, browser, language, as, more }: World, walk: (visit: Visit) => Promise<void>) {
  const context = await browser.newContext({ ...desktop, baseURL: kura.app })
  context.setDefaultTimeout(30_000)
  let failing: { name: CallName; code: ErrorCode; details: FieldFault[] | undefined } | undefined
  await context.addCookies([{ name: 'kura_language', value: language, url: kura.app }])
  if (as) {
    const flowAddress = as.flowAddress ?? ''
    const session = { userId: account.userId, token: 't', flowAddress, timestamp: Date.now() }
    await context.addInitScript((text) => localStorage.setItem('session', text), JSON.stringify(session))
  }
  const answers: Record<string, object> = {
    'GET /auth/account': { ...account, ...as },
    'GET /auth/sessions': { items: [] },
    'GET /auth/flow_recovery': { change: null },
    // asked for on every page
    'GET /api/notification/check': { unread: 0, hasUnread: false },
    'GET /api/users/self/marks': { items: [], total: 0 },
    // for anyone who has a wallet
    'GET /api/gifts': { items: [] },
    // on every own page, and with the own pieces
    'GET /api/selling-orders': { items: [] },
    'GET /api/transfers': { items: [] },
    'GET /api/v1/item-ownership/series-summaries': { items: [], total: 0 },
    'POST /auth/flow_prepare': { nonce: 'ab'.repeat(32) },
    'POST /auth/flow_setup': { needsSetup: false, transaction: null },
    ...more,
  }
  // of the shop only: the wallet and the provider of the bot check have addresses of their own
  const { origin } = new URL(kura.app)
  const isOfShop = (url: URL) => url.origin === origin && /^\/(auth|api)\//.test(url.pathname)
  try {
    const page = await openLivePage(context)
    await answerCalls(page, isOfShop, ({ method, url, fulfill, fallback }) => {
      const answer = answers[`${method} ${url.pathname}`]
      if (failing && isCall(failing.name, method, url.href)) {
        const { code, details } = failing
        const json = { errorCode: code, message: errors[code].message, ...(details ? { details } : {}) }
        return fulfill({ status: errors[code].status, json })
      }
      if (answer) return fulfill({ json: answer })
      return method === 'POST' ? fulfill({ status: 202, json: {} }) : fallback()
    })
    await walk({
      page,
      fail: (name, code, details) => {
        failing = { name, code, details }
      },
    })
  } finally {
    await leave(context)
  }
}

/**
 * The codes a call can fail with. The bot check comes last: after it a person has to tick a box for
 * every try.
 */
export const codesOf = (name: CallName): ErrorCode[] =>
  // a session that ended leads to the screen for logging in, where nothing of the form is left to
  // explain
  api[name].errors
    .filter((each) => each !== 'INVALID_SESSION')
    .toSorted((a, b) => Number(a === 'BOT_DENY') - Number(b === 'BOT_DENY'))

/** Passes once the field is marked, and the words are its description. */
export async function checkField(page: Page, name: string, failure: ErrorCode): Promise<void> {
  const marked = page.locator(`main form input[name=${name}][aria-invalid=true]`)
  await marked.waitFor().catch(() => assert.fail(`${failure} is not at ${name}`))
  const ids = ((await marked.getAttribute('aria-describedby')) ?? '').split(' ')
  const described = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))
  assert.ok(described.join('').length > 5, `${name} is not described`)
}
