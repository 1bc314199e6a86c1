// Sending a token in a real browser, and everything that can be refused of it: by the wallet, by
// the chain and by the server. Each is shown in words, signs the wallet out and leaves the token
// where it was.
import assert from 'node:assert/strict'
import test, { after, afterEach, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { passMinutes } from './books.ts'
import { startBrowser } from './browser.ts'
import { readGrants } from './chain.ts'
import { assertSays, readWords } from './expected-words.ts'
import type { Words } from './expected-words.ts'
import { addressOf } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, journeyOf, leave, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { comeWithTokens, comeWithWallet } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'
import { assertSignedOut } from './listing-acts.ts'
import { fillSending, goOn, holds, listSent, sendButton, sendKinds, sendWith, standing } from './sending-acts.ts'
import type { SendKind } from './sending-acts.ts'
import { checkClaimRefusals, checkGiftRefusals, checkSendRefusals } from './sending-refusals.ts'

let kura: Kura
let browser: Browser
let sender: Visitor
let token: OwnToken
/** The messages of failures and of outcomes. */
let words: Words
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  // nothing goes to an account without a vault
  const friend = await arrive({ ...world, email: 'vault@visitor.example', device: phone })
  await comeWithWallet(friend, 'taro')
  await leave(friend.context)
  sender = await arrive({ ...world, email: 'sender@visitor.example', device: phone })
  ;[token] = (await comeWithTokens(sender, 'hanako', 1)) as [OwnToken]
  words = new Map([...(await readWords(sender.page)), ...(await readWords(sender.page, 'outcomes'))])
})
// whatever a test that failed has left of it
afterEach(() => kura?.playChain({}))
after(async () => {
  if (sender) await leave(sender.context)
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }
const longJourney = { timeout: 300_000 }

/** What the buttons of the wallet come to. */
const refusals = [
  ['decline', 'user-rejected'],
  ['rejected', 'user-rejected'],
  ['close', 'user-rejected'],
  ['expired', 'session-expired'],
  ['wrong-device', 'incorrect-device'],
] as const

for (const kind of sendKinds)
  void test(
    `whatever the wallet or the chain refuses of what is sent (${kind}) is shown in words, signs the wallet out and leaves the token`,
    longJourney,
    journeyOf(
      () => [sender],
      async () => {
        const { page, watch } = sender
        watch.expect(/console: Signatures Declined/)
        // no member sends this often in so short a time: clear the earlier counts
        await passMinutes(kura, 5)
        const { tokenId } = token
        const to = kind === 'mail' ? 'nobody@visitor.example' : await addressOf(kura, 'taro')
        const begin = async (): Promise<void> => {
          await fillSending(sender.page, kind, tokenId, to)
          await goOn(sender.page)
        }
        await begin()
        for (const [signing, error] of refusals) {
          const before = await countGivenUp()
          await sendWith(kura, page, 'hanako', signing)
          await isStopped(`signing.error.${error}`, `${kind}, ${signing}`)
          assert.equal(await countGivenUp(), before + 1, signing)
        }
        // another wallet than the linked one is not even asked to sign
        await sendWith(kura, page, 'yuki')
        await isStopped('signing.error.different-address', `${kind}, another wallet`)
        await sender.look(`${kind}, another wallet`)

        await kura.playChain({ failNext: { code: 1103, count: 1 } })
        await sendWith(kura, page, 'hanako')
        await stands(kind, 'failed')
        await assertSignedOut(sender)
        await begin()
        await kura.playChain({ expireNext: 1 })
        await sendWith(kura, page, 'hanako')
        await stands(kind, 'given-up')
        await assertSignedOut(sender)
        await kura.playChain({})
        await begin()
        await closeWhileAsked(kind)
        assert.ok(await holds(kura, 'hanako', token))
        assert.deepEqual(await readGrants(kura, await addressOf(kura, 'hanako')), [])
      },
    ),
  )

const countGivenUp = async (): Promise<number> =>
  (await listSent(kura, token.tokenId)).filter(({ state }) => state === 'given-up').length

/** Nothing was sent: the words stand over the button, and the wallet is signed out. */
async function isStopped(key: string, what: string): Promise<void> {
  await assertSays(words, sender.page.locator('main div[role=alert] p').last(), key, what)
  await assertSignedOut(sender)
}

/** The state of a transfer or gift, as its own page shows it. */
const standings = {
  transfer: {
    failed: 'transfer.failed.storage',
    drafted: 'transfer.state.drafted-text',
    'given-up': 'transfer.state.given-up-text',
  },
  gift: { failed: 'transfer.failed.storage', drafted: 'gift.text.drafted', 'given-up': 'gift.text.given-up' },
  // here it is the sender's account that has no room
  mail: { failed: 'signing.error.storage-full', drafted: 'gift.text.drafted', 'given-up': 'gift.text.given-up' },
} as const

/** Asserts that its own page shows the state, and that the books agree. */
async function stands(kind: SendKind, state: 'failed' | 'drafted' | 'given-up'): Promise<void> {
  await sender.page.waitForURL(/\/mypage\/(gifts|transfers)\/[0-9a-f-]{36}$/)
  await assertSays(words, standing(sender.page), standings[kind][state], `${kind}, ${state}`, 60_000)
  const id = sender.page.url().split('/').at(-1)
  const sent = await listSent(kura, token.tokenId)
  assert.equal(sent.find((each) => each.id === id)?.state, state)
  await sender.look(`${kind}, ${state}`)
}

/**
 * The tab is closed while the wallet asks: another one finds what was begun in the list, and gives
 * it up.
 */
async function closeWhileAsked(kind: SendKind): Promise<void> {
  await kura.play('wallet', { auto: false })
  await sendButton(sender.page).click()
  await sender.page.frameLocator('#FCL_IFRAME').locator('[data-wallet="IFRAME/RPC"]').waitFor()
  await sender.reopen()
  const list = kind === 'transfer' ? '/mypage/transfers' : '/mypage/gifts'
  await sender.page.goto(list)
  await sender.page.locator(`main a[href^="${list}/"]`).first().click()
  await stands(kind, 'drafted')
  await sender.page.locator('main button').first().click()
  await sender.page.getByRole('alertdialog').getByRole('button').last().click()
  await stands(kind, 'given-up')
}

void test(
  `every refusal of what sends, claims and cancels a token is shown in words, where it was asked for`,
  longJourney,
  async () => {
    const there = { kura, browser, language: 'ja' } as const
    const counts = [await checkSendRefusals(there), await checkClaimRefusals(there), await checkGiftRefusals(there)]
    assert.ok(
      counts.every((count) => count > 10),
      `${counts.join(', ')} refusals`,
    )
  },
)
