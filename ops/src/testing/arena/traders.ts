import type { SigningKey } from '@kura/cadence/send'
import { mintTokens } from '@kura/server/chain/agent/mint-tokens'
import { newId } from '@kura/server/platform/db/id'
import type { Arena } from './arena.ts'
import { seedCollectible } from './collectible.ts'
import { seedMembers } from './members.ts'
import type { Member } from './members.ts'
import { until } from './until.ts'
import { openVault } from './vault.ts'

export type HeldToken = { tokenId: string; refId: string; itemId: string }
/** A full member with the key of their wallet, and the tokens that were in the vault at first. */
export type Trader = Member & { wallet: SigningKey; tokens: HeldToken[] }

/** Creates members with tokens of one item each, minted by the agent and read by the index. */
export async function seedTraders(arena: Arena, count: number, tokensEach: number): Promise<Trader[]> {
  const { deps } = arena
  const { sql } = deps
  const total = count * tokensEach
  const itemId = await seedCollectible(sql, { editionSize: Math.max(total, 1) })
  const traders = await Promise.all(Array.from({ length: count }, () => newTrader(arena)))
  if (total === 0) return traders
  await until('the item is on the chain', async () => {
    const [item] = await sql`select registered_at from items where id = ${itemId}`
    return item?.['registered_at'] !== null
  })
  const pieces = Array.from({ length: total }, (_, n) => ({ itemId, serial: n + 1, refId: newId() }))
  for (const [place, { wallet }] of traders.entries()) {
    const tokens = pieces.slice(place * tokensEach, (place + 1) * tokensEach)
    await mintTokens(deps, { cause: `hand:${newId()}`, to: wallet.address, tokens })
  }
  const minted = () => sql<(HeldToken & { owner: string })[]>`
    select id::text as "tokenId", ref_id as "refId", item_id as "itemId", owner_address as owner
      from tokens where item_id = ${itemId} order by serial`
  await until('the tokens are seen', async () => (await minted()).length === total)
  for (const { owner, ...token } of await minted())
    traders.find(({ wallet }) => wallet.address === owner)?.tokens.push(token)
  return traders
}

async function newTrader(arena: Arena): Promise<Trader> {
  const wallet = await openVault(arena)
  const [member] = await seedMembers(arena.deps, 1, () => wallet.address)
  if (!member) throw new Error('no member was made')
  return { ...member, wallet, tokens: [] }
}
