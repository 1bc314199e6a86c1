import assert from 'node:assert/strict'
import { transferToken } from '@kura/cadence/token'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import { addressesOf } from '@kura/server/platform/flow/chain-config'
import { callAt } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import { buyToken } from '../arena/token-purchase.ts'
import type { SeenListing, TokenPurchase, TokenTender } from '../arena/token-purchase.ts'
import { seedTraders } from '../arena/traders.ts'
import type { HeldToken, Trader } from '../arena/traders.ts'
import { until } from '../arena/until.ts'
import { runInWallet, sellCall } from '../arena/wallet.ts'
import type { Member } from '../arena/members.ts'
import { givePoints } from './points.ts'
import type { Scene } from './scene.ts'

export type Drafted = ApiOutput<'draftListing'>
type Terms = Partial<ApiInput<'draftListing'>['body']>

export const tradersOf = ({ arena }: Scene, count: number, tokensEach: number): Promise<Trader[]> =>
  seedTraders(arena, count, tokensEach)

/** Drafts a listing. */
export const draft = (scene: Scene, seller: Trader, token: HeldToken, terms: Terms = {}, url = scene.anyWeb()) =>
  callAt(url, 'draftListing', { body: { tokenRefId: token.refId, price: 1000, contentAccessFee: 0, ...terms } }, seller)

/** Runs the draft in the seller's wallet. */
export const sign = ({ arena }: Scene, seller: Trader, drafted: Drafted) =>
  runInWallet(arena, seller.wallet, sellCall(addressesOf(arena.deps.chain), drafted.arguments))

/** Drafts and signs a listing and waits until it is open; returns the listing. */
export async function list(
  scene: Scene,
  seller: Trader,
  token: HeldToken,
  terms: Terms = {},
): Promise<SeenListing & { listingId: string }> {
  const { data, text } = await draft(scene, seller, token, terms)
  assert.ok(data, text)
  const signed = await sign(scene, seller, data)
  assert.equal(signed.failed, false, signed.errorMessage)
  await until('the listing is open', async () => (await listingOf(scene, data.listingId)).state === 'open')
  const { listPrice, contentAccessFee } = data.parts
  return { listingId: data.listingId, refId: token.refId, priceYen: listPrice, contentAccessFee }
}

/** Sends a token away without Kura. */
export const sendAway = ({ arena }: Scene, owner: Trader, token: HeldToken, to: string) =>
  runInWallet(arena, owner.wallet, transferToken(addressesOf(arena.deps.chain), { id: BigInt(token.tokenId), to }))

export async function listingOf(
  { arena }: Scene,
  listingId: string,
): Promise<{ state: string; reason: string | null }> {
  const [row] = await arena.deps.sql<{ state: string; reason: string | null }[]>`
    select state, end_reason as reason from listings where id = ${listingId}`
  return row ?? { state: 'none', reason: null }
}

/** Buys at any process. */
export const purchase = (
  scene: Scene,
  member: Member,
  listing: SeenListing,
  tender: TokenTender,
): Promise<TokenPurchase> => buyToken({ arena: scene.arena, member, anyWeb: scene.anyWeb }, listing, tender)

/** Makes the one call that pays with points alone; returns its response. */
export const payPoints = (
  scene: Scene,
  member: Member,
  { refId, priceYen, contentAccessFee }: SeenListing,
  url = scene.anyWeb(),
): Promise<Answer<ApiOutput<'buyTokenPoint'>>> =>
  callAt(url, 'buyTokenPoint', { params: { refId }, body: { priceYen, contentAccessFee } }, member)

/** Creates members with so many points and no token. */
export async function buyersOf(scene: Scene, count: number, points = 10_000): Promise<Trader[]> {
  const buyers = await tradersOf(scene, count, 0)
  for (const { memberId } of buyers) await givePoints(scene.arena.deps.sql, memberId, points)
  return buyers
}

/** Who holds a token, as the chain says. */
export async function holderOf({ arena }: Scene, token: HeldToken): Promise<string | null> {
  const [row] = await arena.deps.sql<{ owner: string | null }[]>`
    select owner_address as owner from tokens where id = ${token.tokenId}::text::numeric`
  return row?.owner ?? null
}

/** How often the chain says that an order was delivered, and to whom. */
export async function deliveriesOf({ arena }: Scene, listingId: string): Promise<string[]> {
  const rows = await arena.deps.sql<{ buyer: string }[]>`
    select e.payload ->> 'buyer' as buyer from sale_events e join sale_orders o on o.order_hash = e.order_hash
     where e.kind = 'fulfilled' and o.order_id = ${listingId} order by e.height, e.tx_index`
  return rows.map(({ buyer }) => buyer)
}
