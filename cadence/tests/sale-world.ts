import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TransactionResult } from '../src/access-node.ts'
import type { TransactionCall } from '../src/door.ts'
import { decodeEvent } from '../src/json-cdc.ts'
import { claimAgent, registerAgent, registerAgentKey, type AgentCaps } from '../src/sale-agent.ts'
import { parseSaleEvent, type SaleEvent } from '../src/sale-event.ts'
import { saleHash, signSale, type SalePlace, type SaleTerms } from '../src/sale-message.ts'
import { fulfilOrder, getGrant, readStandingOrder, sellToken, type StandingOrder } from '../src/sale.ts'
import type { SigningKey } from '../src/send.ts'
import { generatePrivateKey, privateKeySigner, type Signer } from '../src/sign.ts'
import { mintBatchSize, mintTokens } from '../src/token.ts'
import type { World } from './world.ts'

/** A token as an order names it. */
export type SaleToken = { nftId: bigint; uuid: bigint; refId: string }
export type Seller = { account: SigningKey; tokens: SaleToken[] }
/** An agent of sales with the key that signs its orders. */
export type TestAgent = { account: SigningKey; signer: Signer; keyIndex: number }

export const placeOf = (world: World): SalePlace => ({
  chainId: world.chainId,
  contractAddress: world.addresses.SalePermission!,
})

/** The agent that deploying registered. */
export const firstAgent = (world: World): TestAgent => ({ account: world.agent, ...world.saleKey })

/** Another agent, in an account of its own. */
export async function newAgent(world: World, caps?: AgentCaps): Promise<TestAgent> {
  const account = await world.newAccount()
  const signer = privateKeySigner(generatePrivateKey())
  const agent = account.address
  const { addresses } = world
  await world.act(
    world.agent,
    registerAgent(addresses, { agent, maxSalesPerDay: 1000, maxYenPerDay: 1e9, ...caps }),
    'sale/register-agent',
  )
  await world.act(account, claimAgent(addresses, { operator: world.agent.address }))
  await world.act(
    world.agent,
    registerAgentKey(addresses, { agent, keyIndex: 0, key: signer, validUntil: 0 }),
    'sale/register-agent-key',
  )
  return { account, signer, keyIndex: 0 }
}

/** A member with freshly minted tokens. */
export async function newSeller(world: World, count = 1): Promise<Seller> {
  const account = await world.newMember()
  const item = await world.newItem({ cap: count })
  const tokens: SaleToken[] = []
  while (tokens.length < count) {
    const batch = Array.from({ length: Math.min(mintBatchSize, count - tokens.length) }, (_, index) => ({
      itemId: item.itemId,
      serial: tokens.length + index + 1,
      refId: randomUUID(),
    }))
    const { events } = await world.act(world.agent, mintTokens(world.addresses, { to: account.address, tokens: batch }))
    for (const { type, payload } of events) {
      if (!type.endsWith('.Collectible.Minted')) continue
      const { id, uuid, refId } = decodeEvent(payload)
      tokens.push({ nftId: id as bigint, uuid: uuid as bigint, refId: refId as string })
    }
  }
  return { account, tokens }
}

/** Seconds of the newest sealed block. */
export async function chainNow(world: World): Promise<number> {
  const { timestamp } = await world.accessNode.getSealedBlock()
  return Math.floor(Date.parse(timestamp) / 1000)
}

/**
 * How long something lasts that a test sees alive and then over: a busy machine needs some of it
 * for what comes between.
 */
export const shortSeconds = 8

/** Makes blocks until the chain's clock has reached the second. */
export async function untilChainTime(world: World, second: number) {
  while ((await chainNow(world)) < second) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    await world.newAccount()
  }
}

/** Terms as the server would make them, but for what is given. */
export async function newTerms(
  world: World,
  seller: SigningKey,
  token: SaleToken,
  given: Partial<SaleTerms> = {},
  agent: TestAgent = firstAgent(world),
): Promise<SaleTerms> {
  const now = await chainNow(world)
  return {
    agent: agent.account.address,
    seller: seller.address,
    orderId: randomUUID(),
    ...token,
    version: 1,
    priceYen: 12_000,
    feeYen: 600,
    royaltyYen: 360,
    issuedAt: now,
    notBefore: now,
    expiry: now + 86_400,
    keyIndex: agent.keyIndex,
    ...given,
  }
}

/** The seller's transaction over the terms, with the agent's signature of them (or of `signed`). */
export async function sellCall(
  world: World,
  terms: SaleTerms,
  { agent = firstAgent(world), signed = terms, place = placeOf(world) } = {},
): Promise<TransactionCall> {
  return sellToken(world.addresses, { terms, signature: await signSale(agent.signer, place, signed) })
}

/** Lists the token; returns the terms. */
export async function list(
  world: World,
  seller: SigningKey,
  token: SaleToken,
  given: Partial<SaleTerms> = {},
  agent: TestAgent = firstAgent(world),
): Promise<SaleTerms> {
  const terms = await newTerms(world, seller, token, given, agent)
  await world.act(seller, await sellCall(world, terms, { agent }))
  return terms
}

/** The agent's transaction that delivers under these terms. */
export const fulfilCall = (
  world: World,
  terms: SaleTerms,
  buyer: string,
  { orderHash = saleHash(placeOf(world), terms), paymentRef = 'a'.repeat(64) } = {},
): TransactionCall =>
  fulfilOrder(world.addresses, { seller: terms.seller, orderId: terms.orderId, orderHash, buyer, paymentRef })

/** The order as the chain keeps it, or undefined. */
export const standing = async (
  world: World,
  { seller, orderId }: SaleTerms,
  buyer?: string,
): Promise<StandingOrder | undefined> =>
  readStandingOrder(
    await world.ask(getGrant(world.addresses, { seller, orderId, ...(buyer === undefined ? {} : { buyer }) })),
  )

/** The sale events of a transaction. */
export const saleEventsOf = (world: World, result: TransactionResult): SaleEvent[] =>
  result.events.flatMap((event) => parseSaleEvent(world.addresses.SalePermission!, event) ?? [])

export const eventOf = <Kind extends SaleEvent['kind']>(world: World, result: TransactionResult, kind: Kind) => {
  const found = saleEventsOf(world, result).filter((event) => event.kind === kind)
  assert.equal(found.length, 1, `${found.length} events of the kind ${kind}`)
  return found[0] as Extract<SaleEvent, { kind: Kind }>
}
