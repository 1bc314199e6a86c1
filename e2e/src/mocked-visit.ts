import assert from 'node:assert/strict'
import { errors } from '@kura/contract/errors'
import type { ErrorCode, FieldFault } from '@kura/contract/errors'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Page } from 'playwright-core'
import type { Kura } from './instance.ts'
import { desktop } from './journey.ts'

export const languages = ['ja', 'en'] as const
export type Language = (typeof languages)[number]

/** A code of the catalogue, or a key of the words, as a member must never see it. */
export const codeOrKey = new RegExp(
  `\\b(${Object.keys(errors).join('|')})\\b|\\b(error|fault|wallet|login|reset|mail-link|signup|email|password|device|terms|member|bot)(-settings|-stop)?\\.[a-zA-Z]`,
)

/** What is shown is a sentence of the language, and neither a code nor a key. */
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
}

export type Visit = {
  page: Page
  /** From now on the call fails with the code. */
  fail: (name: CallName, code: ErrorCode, details?: FieldFault[]) => void
}
type World = { kura: Kura; browser: Browser; language: Language; as: Partial<typeof account> | undefined }

/** A browser whose calls of identity answer what the test says; `as` is the account that is signed in. */
export async function mockedVisit({ kura, browser, language, as }: World, walk: (visit: Visit) => Promise<void>) {
  const context = await browser.newContext({ ...desktop, baseURL: kura.app })
  context.setDefaultTimeout(15_000)
  const failing = new Map<string, { code: ErrorCode; details: FieldFault[] | undefined }>()
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
    'POST /auth/flow_prepare': { nonce: 'ab'.repeat(32) },
    'POST /auth/flow_setup': { needsSetup: false, transaction: null },
  }
  // of the shop only: the wallet and the provider of the bot check have addresses of their own
  await context.route(`${kura.app}/{auth,api}/**`, async (route) => {
    const key = `${route.request().method()} ${new URL(route.request().url()).pathname}`
    const failure = failing.get(key)
    if (failure) {
      const { code, details } = failure
      const body = { errorCode: code, message: errors[code].message, ...(details ? { details } : {}) }
      return route.fulfill({ status: errors[code].status, json: body })
    }
    if (answers[key]) return route.fulfill({ json: answers[key] })
    if (route.request().method() === 'POST') return route.fulfill({ status: 202, json: {} })
    return route.fallback()
  })
  try {
    await walk({
      page: await context.newPage(),
      fail: (name, code, details) => {
        failing.clear()
        failing.set(`${paths[name].method} ${paths[name].path}`, { code, details })
      },
    })
  } finally {
    await context.close()
  }
}
