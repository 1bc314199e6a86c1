import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { entryOrderPaidy } from '@kura/contract/shop/buy-pack'
import { answerCalls } from './answer-calls.ts'
import type { Visitor } from './journey.ts'
import { assertWords } from './mocked-visit.ts'
import type { Language } from './mocked-visit.ts'

/**
 * A question comes first, the session has ended, or the same order is sent again by itself: none of
 * these is a refusal.
 */
const noRefusal: readonly ErrorCode[] = [
  'BIRTHDAY_REQUIRED',
  'TERMS_OUTDATED',
  'INVALID_SESSION',
  'UNAUTHORIZED',
  'IDEMPOTENCY_IN_PROGRESS',
]

/**
 * Has every refusal of an order happen on the last screen, and checks its words; returns how
 * many. `path` is the checkout.
 */
export async function checkRefusals(visitor: Visitor, path: string, language: Language): Promise<number> {
  const { page, context, kura } = visitor
  await context.addCookies([{ name: 'kura_language', value: language, url: kura.app }])
  await page.goto(path)
  await page.locator('input[name=means][value=paidy]').check()
  const birthday = page.locator('[autocomplete=bday]')
  if ((await birthday.count()) > 0) await birthday.fill('1990-04-09')
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/step=confirm/)
  const refusing = [...new Set(entryOrderPaidy.errors)].filter((code) => !noRefusal.includes(code))
  const alert = page.locator('main [role=alert]:not(:empty)').first()
  const button = page.locator('main section button').first()
  const isOrder = ({ pathname }: URL) => pathname.endsWith('/entry-order/paidy')
  for (const code of refusing) {
    const { status, message } = errors[code]
    const answer = { status, json: { errorCode: code, message } }
    const end = await answerCalls(page, isOrder, (call) => call.fulfill(answer))
    const answered = page.waitForResponse(/entry-order\/paidy/)
    await button.click()
    await answered
    end()
    await alert.waitFor()
    assertWords(await alert.innerText(), language, code)
    await button.and(page.locator(':not([aria-busy=true])')).waitFor()
  }
  await visitor.look(`checkout, refused (${language})`)
  return refusing.length
}
