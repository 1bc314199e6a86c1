import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimPagePath } from '@kura/contract/market/gift'
import { transferToken } from '@kura/cadence/token'
import { addressesOf } from '@kura/server/platform/flow/chain-config'
import type { Trader } from '../arena/traders.ts'
import { sellCall } from '../arena/wallet.ts'
import { ask, heldBy, pick, signed } from './act.ts'
import type { Market } from './market.ts'

const others = ({ traders }: Market, trader: Trader) => traders.filter((other) => other !== trader)

/** Gives a token to another member's address; sometimes the wallet is closed. */
export async function give(market: Market, trader: Trader, random: () => number): Promise<void> {
  const token = pick(await heldBy(market, trader), random)
  const to = pick(others(market, trader), random)
  if (!token || !to) return
  const body = { tokenId: token.tokenId, address: to.wallet.address, message: '' }
  const drafted = await ask(market, trader, 'draftGift', { body })
  if (!drafted) return
  const params = { giftId: drafted.giftId }
  if (random() < 0.2) return void (await ask(market, trader, 'endGift', { params }))
  const call = transferToken(addressesOf(market.arena.deps.chain), { id: BigInt(token.tokenId), to: to.wallet.address })
  const { txId } = await signed(market, trader, 'transfer', call)
  if (random() < 0.7) await ask(market, trader, 'reportGift', { params, body: { txId } })
}

/**
 * Gives a token by a mailed link: another member claims it, the giver cancels it, or nothing
 * happens.
 */
export async function giveByMail(market: Market, trader: Trader, random: () => number): Promise<void> {
  const token = pick(await heldBy(market, trader), random)
  const claimer = pick(others(market, trader), random)
  const luck = random()
  if (!token || !claimer) return
  const email = `${randomUUID()}@example.jp`
  const drafted = await ask(market, trader, 'draftMailGift', { body: { tokenId: token.tokenId, email } })
  if (!drafted) return
  const { failed } = await signed(
    market,
    trader,
    'sell',
    sellCall(addressesOf(market.arena.deps.chain), drafted.arguments),
  )
  if (failed) return
  const secret = await findSecret(market, email)
  if (secret !== undefined && luck < 0.7) await ask(market, claimer, 'claimGift', { body: { token: secret } })
  if (luck > 0.5 && luck < 0.85) await ask(market, trader, 'endGift', { params: { giftId: drafted.giftId } })
}

/** The secret of the link mailed to an address; undefined when no mail arrives within seconds. */
async function findSecret({ arena }: Market, email: string): Promise<string | undefined> {
  for (let look = 0; look < 40; look += 1) {
    const answer = await fetch(`${arena.outside.pages}/mail/messages?to=${encodeURIComponent(email)}`)
    const [mail] = (await answer.json()) as { links: string[] }[]
    const link = mail?.links.find((each) => new URL(each).pathname.endsWith(claimPagePath))
    if (link !== undefined) return new URL(link).searchParams.get('token') ?? undefined
    await sleep(250)
  }
  return undefined
}
