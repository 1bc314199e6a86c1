import assert from 'node:assert/strict'
import type { ErrorCode, FieldFault } from '@kura/contract/errors'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Locator, Page } from 'playwright-core'
import { answerCalls } from './answer-calls.ts'
import { assertSays, readWords, wordOf } from './expected-words.ts'
import type { Words } from './expected-words.ts'
import { addressOf } from './identity-acts.ts'
import type { Kura } from './instance.ts'
import { account, codesOf, isCall, mockedVisit } from './mocked-visit.ts'
import type { Language, Visit } from './mocked-visit.ts'
import { mockPiece } from './listing-mocks.ts'
import { fillSending, goOn, nextButton, sendButton, sendKinds, standing } from './sending-acts.ts'
import type { SendKind } from './sending-acts.ts'

type World = { kura: Kura; browser: Browser; language: Language }
/** A refusal that says more than its code, and the words for it. */
type Said = [code: ErrorCode, detail: FieldFault | undefined, key: string]

const sentId = '01990000-0000-7000-8000-0000000000e1'
const secret = 'a-link-of-a-gift'
const at = '2026-11-20T03:00:00Z'

/** A gift by mail that nobody claimed yet, as its giver reads it. */
const waitingGift = {
  kind: 'mail',
  side: 'sent',
  state: 'open',
  mail: 'sent',
  giverUserId: account.userId,
  giverName: '',
  toAddress: '',
  email: 'friend@visitor.example',
  message: '',
  openedAt: at,
  claimUntil: '2099-12-04T03:00:00Z',
  claimedAt: null,
  endedAt: null,
  endReason: null,
}

/** Where a failure is shown, at the button or in a form. */
const alertOf = (page: Page): Locator => page.locator('main [role=alert]:not(:empty)')

type Holder = Visit & { words: Words; tokenId: string; to: string }

/**
 * A member with one token, a gift that waits and a transfer whose wallet was left, all of it the
 * test's.
 */
async function visitAsHolder(world: World, walk: (visit: Holder) => Promise<void>) {
  const { tokenId, flowAddress } = await mockPiece(world.kura)
  const to = await addressOf(world.kura, 'ken')
  const token = (await (await fetch(`${world.kura.app}/api/tokens/${tokenId}`)).json()) as Record<string, unknown>
  const sent = { token, recipient: null, txId: null, failureCode: null, createdAt: at, sealedAt: null }
  const more = {
    'GET /api/transfers/preparation': { token, address: to, recipient: null, storage: null, obstacles: [] },
    [`GET /api/gifts/${sentId}`]: { giftId: sentId, ...waitingGift, ...sent },
    [`GET /api/transfers/${sentId}`]: {
      transferId: sentId,
      state: 'drafted',
      fromAddress: flowAddress,
      toAddress: to,
      ...sent,
    },
  }
  await mockedVisit({ ...world, as: { flowAddress }, more }, async (visit) => {
    const words = await readWords(visit.page)
    await walk({ ...visit, words, tokenId, to })
  })
}

/** Sends once more, and comes back when it was answered. */
async function answered(page: Page, name: CallName, send: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => isCall(name, response.request().method(), response.url()))
  await send()
  await answer
}

const drafts = { transfer: 'draftTransfer', gift: 'draftGift', mail: 'draftMailGift' } as const
const about = (field: string, fault: string): FieldFault => ({ field, fault })
const obstacles: Said[] = [
  ['FORBIDDEN', about('tokenId', 'not_owner'), 'not-owned'],
  ['TOKEN_LISTED', about('tokenId', 'listed'), 'listed'],
  ['TOKEN_LISTED', about('tokenId', 'held'), 'held'],
  ['TOKEN_OFFERED_AS_GIFT', about('tokenId', 'offered_as_gift'), 'offered-as-gift'],
]
const obstaclesOfAddress: Said[] = [
  ['INVALID_INPUT', about('address', 'not_an_address_of_the_network'), 'not-an-address'],
  ['INVALID_INPUT', about('address', 'yourself'), 'own-address'],
  ['INVALID_INPUT', about('address', 'shop'), 'shop-address'],
  ['RECIPIENT_NOT_READY', about('address', 'no_collection'), 'no-collection'],
  ['RECIPIENT_NOT_READY', about('address', 'storage_full'), 'storage-full'],
]
/** What leads back to the form, each to its field. */
const atFields: Record<SendKind, Said[]> = {
  transfer: [],
  gift: [['INVALID_INPUT', about('message', 'link'), 'gift.message-wrong']],
  mail: [
    ['INVALID_EMAIL_FORMAT', undefined, 'error.INVALID_EMAIL_FORMAT'],
    ['INVALID_INPUT', about('email', 'yourself'), 'gift.email-own'],
    ['INVALID_INPUT', about('email', 'undeliverable'), 'gift.email-undeliverable'],
    ['INVALID_INPUT', about('message', 'link'), 'gift.message-wrong'],
  ],
}

/**
 * What any call can be refused with: said in one place for several calls, and checked there once.
 */
const general: readonly ErrorCode[] = [
  'INVALID_REQUEST_FORMAT',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'UNAUTHORIZED',
  'UNSUPPORTED_MEDIA',
  'UPLOAD_TOO_LARGE',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
]
/** The codes of a call, the general ones only where it is the first of its place. */
const codesAt = (call: CallName, isFirst: boolean): ErrorCode[] =>
  codesOf(call).filter((code) => isFirst || !general.includes(code))

/** An account without room is shown at its field, with its numbers, before any wallet opens. */
async function checkStorageShown(page: Page, words: Words, tokenId: string, to: string): Promise<void> {
  const full = { obstacles: ['storage-full'], storage: { used: 99_500, capacity: 100_000 } }
  const isAbout = (url: URL) => url.pathname === paths.prepareTransfer.path && url.searchParams.has('address')
  const end = await answerCalls(page, isAbout, (call) =>
    call.fulfill({ json: { address: to, recipient: null, ...full } }),
  )
  await fillSending(page, 'transfer', tokenId, to)
  const field = page.locator('main form [data-field=address]')
  await field.locator('[aria-invalid=true]').waitFor()
  const said = await field.locator('[role=alert]').innerText()
  for (const part of [wordOf(words, 'transfer.obstacle.storage-full'), '99.5', '100.0'])
    assert.ok(said.includes(part), said)
  await nextButton(page).click()
  // what is wrong has the focus then, and not the button that was pressed
  await field.locator('input:focus').waitFor()
  assert.ok(!page.url().includes('step=confirm'))
  end()
}

/** What cannot be asked of an address is shown at its field, and asked again when wished. */
async function checkAskAgain({ page, fail, words, tokenId, to }: Holder): Promise<void> {
  for (const kind of ['transfer', 'gift'] as const) {
    // with the form open, so that only the address cannot be asked
    fail('reportTransfer', 'NOT_FOUND')
    await page.goto(`/tokens/${tokenId}/${kind}`)
    const field = page.locator('main form [data-field=address]')
    await field.locator('input').waitFor()
    fail('prepareTransfer', 'INVALID_REQUEST_FORMAT')
    await field.locator('input').fill(to)
    await assertSays(words, field.locator('[role=alert]'), 'error.INVALID_REQUEST_FORMAT', `${kind}: not asked`)
    fail('reportTransfer', 'NOT_FOUND')
    await answered(page, 'prepareTransfer', () => field.locator('button').click())
    await field.locator('[aria-invalid=true]').waitFor({ state: 'detached' })
    await goOn(page)
  }
}

/** What blocks a token is shown in place of the form, until it is gone. */
async function checkClosed({ page, words, tokenId }: Holder): Promise<void> {
  let obstacle: string | undefined
  const isPreparation = (url: URL) => url.pathname === paths.prepareTransfer.path
  const end = await answerCalls(page, isPreparation, (call) =>
    call.fulfill({
      json: { address: '', recipient: null, storage: null, obstacles: obstacle === undefined ? [] : [obstacle] },
    }),
  )
  for (const [each, way] of [
    ['listed', '/mypage/listings'],
    ['held', '/mypage/listings'],
    ['offered-as-gift', '/mypage/gifts'],
  ] as const) {
    obstacle = each
    await page.goto(`/tokens/${tokenId}/transfer`)
    await assertSays(words, page.locator('main .border-dashed p').last(), `transfer.obstacle.${each}`, each)
    assert.equal(await page.locator(`main .border-dashed a[href="${way}"]`).count(), 1, each)
    obstacle = undefined
    await page.locator('main form [data-field=address] input').waitFor()
  }
  end()
}

/** Triggers every refusal of a transfer, a gift and a gift by mail; returns how many. */
export async function checkSendRefusals(world: World): Promise<number> {
  let count = 0
  await visitAsHolder(world, async (holder) => {
    const { page, fail, words, tokenId, to } = holder
    await checkClosed(holder)
    await checkAskAgain(holder)
    await checkStorageShown(page, words, tokenId, to)
    for (const kind of sendKinds) {
      const call = drafts[kind]
      await fillSending(page, kind, tokenId, kind === 'mail' ? 'friend@visitor.example' : to)
      // what is signed by mail is drafted before the last screen, so that it can be read there
      if (kind !== 'mail') await goOn(page)
      const refuse = async ([code, detail, key]: Said, place: Locator): Promise<void> => {
        fail(call, code, detail && [detail])
        await answered(page, call, () => (kind === 'mail' ? nextButton(page) : sendButton(page)).click())
        await assertSays(words, place, key, `${kind}: ${code} ${detail?.fault ?? ''}`)
        count += 1
      }
      const plain = codesAt(call, kind === 'transfer').filter((code) => code !== 'INVALID_EMAIL_FORMAT')
      for (const code of plain) await refuse([code, undefined, `error.${code}`], alertOf(page))
      for (const [code, detail, name] of [...obstacles, ...(kind === 'mail' ? [] : obstaclesOfAddress)])
        await refuse([code, detail, `transfer.obstacle.${name}`], alertOf(page))
      for (const said of atFields[kind]) {
        const field = page.locator(`main form [data-field=${said[1]?.field ?? 'email'}]`)
        await refuse(said, field.locator('[role=alert]'))
        await field.locator('[aria-invalid=true]').waitFor()
        if (kind !== 'mail') await goOn(page)
      }
    }
  })
  return count
}

/** After these the page itself says the outcome of the gift. */
const ends: Said[] = [
  ['GIFT_STATE', undefined, 'claim.taken'],
  ['TOKEN_EXPIRED', undefined, 'claim.over'],
  ['TOKEN_NOTFOUND', undefined, 'claim.unknown'],
]

/** Triggers every refusal of a claim; returns how many. */
export async function checkClaimRefusals(world: World): Promise<number> {
  let count = 0
  await visitAsHolder(world, async ({ page, fail, words, tokenId }) => {
    const token = (await (await fetch(`${world.kura.app}/api/tokens/${tokenId}`)).json()) as Record<string, unknown>
    const { name, seriesName, picture, serial, editionSize } = token
    const view = {
      name,
      seriesName,
      picture,
      serial,
      editionSize,
      giverName: '',
      message: '',
      isOwn: false,
    }
    let state: string | undefined = 'open'
    let giftId: string | null = null
    const isLook = ({ pathname }: URL) => pathname === '/api/gift-claims/look'
    await answerCalls(page, isLook, (call) =>
      state === undefined
        ? call.fulfill({ status: 404, json: { errorCode: 'TOKEN_NOTFOUND', message: '' } })
        : call.fulfill({ json: { ...view, state, giftId, claimUntil: '2099-12-04T03:00:00Z' } }),
    )
    const claim = () =>
      answered(page, 'claimGift', () => page.locator('main button:not([aria-disabled])').first().click())
    await page.goto(`/gifts/claim?token=${secret}`)
    const plain = codesOf('claimGift').filter((code) => !ends.some(([end]) => end === code))
    const all: Said[] = [
      ...plain.map((code): Said => [code, undefined, `error.${code}`]),
      ['RECIPIENT_NOT_READY', about('address', 'storage_full'), 'claim.storage'],
    ]
    for (const [code, detail, key] of all) {
      fail('claimGift', code, detail && [detail])
      await claim()
      await assertSays(words, alertOf(page), key, `claim: ${code} ${detail?.fault ?? ''}`)
    }
    for (const [code, , key] of ends) {
      state = 'open'
      await page.goto(`/gifts/claim?token=${secret}`)
      await page.locator('main button').first().waitFor()
      fail('claimGift', code)
      state = code === 'GIFT_STATE' ? 'taken' : code === 'TOKEN_EXPIRED' ? 'over' : undefined
      await claim()
      await assertSays(words, page.locator('main .border-dashed p.font-semibold'), key, `claim: ${code}`)
      if (key === 'claim.over')
        await assertSays(words, page.locator('main .border-dashed p').last(), 'claim.over-text', `claim: ${code}`)
    }
    // anyone who claimed it hears that it could not be delivered, also on coming back
    const outcomes = await readWords(page, 'outcomes')
    state = 'over'
    giftId = sentId
    const ended = { ...waitingGift, side: 'received', state: 'ended', endReason: 'moved', claimedAt: at, endedAt: at }
    const isSent = ({ pathname }: URL) => pathname === `/api/gifts/${sentId}`
    await answerCalls(page, isSent, (call) =>
      call.fulfill({
        json: {
          giftId,
          token,
          ...ended,
          recipient: null,
          txId: null,
          failureCode: null,
          createdAt: at,
          sealedAt: null,
        },
      }),
    )
    await page.goto(`/gifts/claim?token=${secret}`)
    await assertSays(outcomes, standing(page), 'gift.end.for-recipient', 'claimed, not delivered')
    count = all.length + ends.length
  })
  return count
}

type Act = { call: CallName; path: string; button: number; words?: Partial<Record<ErrorCode, string>> }
const acts: Act[] = [
  {
    call: 'mailGiftAgain',
    path: `/mypage/gifts/${sentId}`,
    button: 0,
    words: { GIFT_STATE: 'gift.mail-again.most' },
  },
  { call: 'endGift', path: `/mypage/gifts/${sentId}`, button: 1, words: { GIFT_STATE: 'gift.cancel.late' } },
  { call: 'rollBackTransfer', path: `/mypage/transfers/${sentId}`, button: 0 },
]

/**
 * Triggers every refusal of cancelling a gift, mailing it again, and cancelling a transfer; returns
 * how many.
 */
export async function checkGiftRefusals(world: World): Promise<number> {
  let count = 0
  await visitAsHolder(world, async ({ page, fail, words }) => {
    for (const { call, path, button, words: better } of acts) {
      await page.goto(path)
      for (const code of codesAt(call, call !== 'endGift')) {
        fail(call, code)
        await page.locator('main button:not([aria-disabled])').nth(button).click()
        const dialog = page.getByRole('alertdialog')
        await answered(page, call, () => dialog.getByRole('button').last().click())
        await dialog.waitFor({ state: 'detached' })
        await assertSays(words, alertOf(page), better?.[code] ?? `error.${code}`, `${call} ${code}`)
        count += 1
      }
    }
  })
  return count
}
