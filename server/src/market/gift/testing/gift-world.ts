import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import { claimPagePath, type GiftView } from '@kura/contract/market/gift'
import { transferToken } from '@kura/cadence/token'
import type { TransactionResult } from '@kura/cadence/access-node'
import type { World } from '../../../../../cadence/tests/world.ts'
import { checkInvariants } from '../../../audit/check/check.ts'
import { sendWaitingMails } from '../../../platform/mail/send-waiting-mails.ts'
import { mailsTo, tokenIn } from '../../../identity/account/testing/mail-to.ts'
import type { ReadMail } from '../../../identity/account/testing/mail-to.ts'
import {
  marketWorld,
  sellCall,
  type MarketToken,
  type MarketWorld,
  type Trader,
} from '../../listing/testing/market-world.ts'
import { writeGiftLetters } from '../gift-letters.ts'

export type MailDraft = ApiOutput<'draftMailGift'>
export type GiftWorld = MarketWorld & {
  /** A gift to an address, drafted. */
  give: (giver: Trader, token: MarketToken, address: string, message?: string) => Promise<ApiOutput<'draftGift'>>
  /** The wallet runs the transaction that moves a token. */
  move: (giver: Trader, token: MarketToken, to: string) => Promise<{ txId: string; result: TransactionResult }>
  draftMail: (
    giver: Trader,
    token: MarketToken,
    more?: Partial<ApiInput<'draftMailGift'>['body']>,
  ) => Promise<MailDraft>
  /** Drafted, signed, seen by the index and mailed; returns the secret of the link. */
  offer: (giver: Trader, token: MarketToken, email: string) => Promise<{ giftId: string; link: string }>
  claim: (claimer: Trader, link: string) => Promise<string>
  /** Letters are written and sent. */
  post: () => Promise<void>
  subjects: (email: string) => Promise<string[]>
  newest: (email: string) => Promise<ReadMail>
  giftOf: (who: Trader, giftId: string) => Promise<GiftView>
  /** Nothing that must hold is broken. */
  expectSound: () => Promise<void>
}

/** The market's world, with gifts. Nothing happens by itself. */
export async function giftWorld(t: Pick<TestContext, 'after'>, chain: World): Promise<GiftWorld> {
  const market = await marketWorld(t, chain)
  const { call, deps } = market
  const post = async () => {
    await writeGiftLetters(deps)
    await sendWaitingMails(deps)
  }
  const draftMail: GiftWorld['draftMail'] = async (giver, token, more = {}) => {
    const body = { tokenId: token.tokenId, email: 'hanako@example.jp', ...more }
    const answer = await call('draftMailGift', { body }, { session: giver.session })
    assert.ok(answer.ok, JSON.stringify(answer))
    return answer.data
  }
  return {
    ...market,
    post,
    draftMail,
    give: async (giver, token, address, message) => {
      const body = { tokenId: token.tokenId, address, ...(message === undefined ? {} : { message }) }
      const answer = await call('draftGift', { body }, { session: giver.session })
      assert.ok(answer.ok, JSON.stringify(answer))
      return answer.data
    },
    move: async (giver, token, to) => {
      const result = await chain.act(giver.account, transferToken(chain.addresses, { id: BigInt(token.tokenId), to }))
      return { txId: result.events[0]!.txId, result }
    },
    offer: async (giver, token, email) => {
      const drafted = await draftMail(giver, token, { email })
      await chain.act(giver.account, sellCall(chain, drafted.arguments))
      await market.index()
      await post()
      const [mail] = await mailsTo(market, email)
      assert.ok(mail, `no mail to ${email}`)
      const link = tokenIn(mail.links, claimPagePath)
      assert.match(link, /^[\w-]{43}$/)
      return { giftId: drafted.giftId, link }
    },
    claim: async (claimer, link) => {
      const answer = await call('claimGift', { body: { token: link } }, { session: claimer.session })
      return answer.ok ? answer.data.state : codeOf(answer)
    },
    subjects: async (email) => (await mailsTo(market, email)).map(({ subject }) => subject).toReversed(),
    newest: async (email) => {
      const [mail] = await mailsTo(market, email)
      assert.ok(mail, `no mail to ${email}`)
      return mail
    },
    giftOf: async (who, giftId) => {
      const answer = await call('showGift', { params: { giftId } }, { session: who.session })
      assert.ok(answer.ok, JSON.stringify(answer))
      return answer.data
    },
    expectSound: async () => assert.deepEqual(await checkInvariants({ sql: deps.sql }), []),
  }
}

/** The code of a failure, with what its details say. */
export const codeOf = (answer: { ok: boolean } & Record<string, unknown>): string => {
  const body = answer['body'] as { errorCode: string; details?: { fault: string }[] } | undefined
  return body ? [body.errorCode, ...(body.details ?? []).map(({ fault }) => fault)].join() : 'ok'
}

/** The state of a gift, and why it ended. */
export const stateOf = async ({ deps }: GiftWorld, giftId: string) => {
  const [row] = await deps.sql<{ state: string; reason: string | null }[]>`
    select state, end_reason as reason from gifts where id = ${giftId}`
  return [row?.state, row?.reason]
}

/** Who has a token, by the index. */
export const ownerOf = async ({ deps }: GiftWorld, tokenId: string) => {
  const [row] = await deps.sql<{ owner: string }[]>`
    select owner_address as owner from tokens where id = ${tokenId}::numeric`
  return row?.owner
}
