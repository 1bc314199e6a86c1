import { addKeys, deployContract } from '../src/account.ts'
import { address, array, integer, string, uint64 } from '../src/json-cdc.ts'
import { signTagged } from '../src/sale-message.ts'
import type { SigningKey } from '../src/send.ts'
import type { SaleToken } from './sale-world.ts'
import type { World } from './world.ts'

/**
 * The naive contract with an agent whose account keys sign its orders: key 0 for transactions, key
 * 1 for orders.
 */
export type NaiveWorld = { agent: SigningKey; addresses: Record<string, string> }

const built = new WeakMap<World, Promise<NaiveWorld>>()

/** Deployed once for each world, together with the hostile receivers. */
export function naiveWorld(world: World): Promise<NaiveWorld> {
  let naive = built.get(world)
  if (!naive) built.set(world, (naive = build(world)))
  return naive
}

async function build(world: World): Promise<NaiveWorld> {
  const agent = await world.newAccount()
  await world.act(agent, addKeys({}, { key: agent.signer, keyCount: 1 }))
  const addresses: Record<string, string> = {}
  for (const [name, file] of [
    ['NaivePermission', 'naive/NaivePermission'],
    ['HostileReceiver', 'attacks/HostileReceiver'],
  ] as const) {
    const { cadence: code } = world.attack(file)
    await world.act(agent, deployContract({}, { name, code }))
    addresses[name] = agent.address
  }
  return { agent, addresses }
}

export type NaiveOrder = {
  seller: string
  token: SaleToken
  orderId: string
  metadata?: string[]
  version?: number
  keyIndex?: number
}

const big = (value: bigint | number, size: number) => Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex')
const bytesOf = (text: string) => Buffer.from(text.replace(/^0x/, ''), 'hex')

/** One after the other, as the naive contract reads them. */
export const naiveMessage = (naive: NaiveWorld, order: NaiveOrder) =>
  Buffer.concat([
    bytesOf(naive.agent.address),
    bytesOf(order.seller),
    Buffer.from(order.orderId + order.token.refId),
    big(order.token.nftId, 8),
    big(order.version ?? 1, 4),
    Buffer.from((order.metadata ?? ['price', '12000']).join('') + String(order.keyIndex ?? 0)),
  ])

/** Signs bytes as the account, as any wallet would: the key knows no purpose. */
export const signAsUser = (naive: NaiveWorld, bytes: Uint8Array) =>
  signTagged(naive.agent.signer, 'FLOW-V0.0-user', bytes)

/** The naive sell transaction; `as` names what is sent where it is not what was signed. */
export async function naiveSell(
  world: World,
  order: NaiveOrder,
  as: { orderIds?: string[]; refIds?: string[]; signature?: string } = {},
) {
  const naive = await naiveWorld(world)
  const signature = as.signature ?? (await signAsUser(naive, naiveMessage(naive, order)))
  return world.attack(
    'naive/sell',
    [
      address(naive.agent.address),
      array((as.orderIds ?? [order.orderId]).map(string)),
      array((as.refIds ?? [order.token.refId]).map(string)),
      uint64(order.token.nftId),
      integer('UInt32', order.version ?? 1),
      array((order.metadata ?? ['price', '12000']).map(string)),
      string(signature),
      integer('Int', order.keyIndex ?? 0),
    ],
    naive.addresses,
  )
}

export const naiveCancel = async (world: World, orderId: string) =>
  world.attack('naive/cancel', [string(orderId)], (await naiveWorld(world)).addresses)

export const naiveFulfil = async (world: World, orderId: string, buyer: string, version = 1) =>
  world.attack(
    'naive/fulfil',
    [string(orderId), integer('UInt32', version), address(buyer)],
    (await naiveWorld(world)).addresses,
  )

export const naiveOrders = async (world: World) =>
  (await world.ask(world.attack('naive/orders', [], (await naiveWorld(world)).addresses))) as string[]
