import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AccessNode, TransactionResult } from '../src/access-node.ts'
import { memberLimit } from '../src/door.ts'
import type { CollectionProfile } from '../src/collection.ts'
import { getItem, registerItems } from '../src/item.ts'
import { address, decodeEvent, uint64 } from '../src/json-cdc.ts'
import type { SigningKey } from '../src/send.ts'
import { readOwned, readOwnedIds } from '../src/read-owned.ts'
import {
  burnToken,
  findMinted,
  getToken,
  listOwnedIds,
  mintBatchSize,
  mintTokens,
  transferToken,
} from '../src/token.ts'
import type { Cases } from './main.ts'
import type { World } from './world.ts'

const eventsOf = (result: TransactionResult, name: string) =>
  result.events.filter(({ type }) => type.endsWith(name)).map(({ payload }) => decodeEvent(payload))

/** Mints serials of a new item to a member; returns the ids in order. */
export async function mintSome(world: World, member: SigningKey, count: number, cap = 100) {
  const item = await world.newItem({ cap })
  const tokens = Array.from({ length: count }, (_, index) => ({
    itemId: item.itemId,
    serial: index + 1,
    refId: randomUUID(),
  }))
  const result = await world.act(world.agent, mintTokens(world.addresses, { to: member.address, tokens }))
  return { item, tokens, ids: eventsOf(result, '.Collectible.Minted').map(({ id }) => id as bigint), result }
}

const byValue = (a: bigint, b: bigint) => Number(a - b)
const supplyOf = async (world: World, itemId: string) =>
  (await world.ask(getItem(world.addresses, { itemId }))) as Record<string, bigint>

export const tokenCases: Cases = {
  'a vault is read page by page as it was at one moment, though tokens leave it meanwhile': async (world) => {
    const [member, other] = [await world.newMember(), await world.newMember()]
    const { ids, tokens, item } = await mintSome(world, member, 5)
    for (const most of [1, 2, 5, 6]) {
      const vault = { address: member.address, most }
      const read = await readOwnedIds(world.accessNode, world.addresses, vault)
      assert.deepEqual(read.toSorted(byValue), ids, `${most} at once`)
      const owned = await readOwned(world.accessNode, world.addresses, vault)
      assert.deepEqual(
        owned.toSorted((a, b) => byValue(a.id, b.id)),
        tokens.map(({ refId, serial }, index) => ({
          id: ids[index],
          refId,
          itemId: item.itemId,
          serial: BigInt(serial),
        })),
      )
    }
    const asked: (number | undefined)[] = []
    const moving: AccessNode = {
      ...world.accessNode,
      runScript: async (call, height) => {
        const page = await world.accessNode.runScript(call, height)
        const gone = (page as (bigint | null)[])[0]
        asked.push(height)
        // what lies behind it moves to its place, in front of the page that is asked for next
        if (height !== undefined && gone)
          await world.act(member, transferToken(world.addresses, { id: gone, to: other.address }))
        return page
      },
    }
    const read = await readOwnedIds(moving, world.addresses, { address: member.address, most: 2 })
    assert.deepEqual(read.toSorted(byValue), ids)
    assert.equal(asked.length, 4, 'one, and three of the same block')
    assert.deepEqual(asked.slice(1), Array(3).fill(asked[1]))
    const left = await readOwnedIds(world.accessNode, world.addresses, { address: member.address, most: 2 })
    assert.equal(left.length, 2)
    assert.deepEqual(await readOwnedIds(world.accessNode, world.addresses, { address: world.payer.address }), [])
  },

  'a minted token lies in the vault it was minted for, under its reference': async (world) => {
    const member = await world.newMember()
    const { ids, tokens, result } = await mintSome(world, member, 2)
    assert.deepEqual(
      new Set((await world.ask(listOwnedIds(world.addresses, { address: member.address }))) as bigint[]),
      new Set(ids),
    )
    const minted = (await world.ask(
      findMinted(world.addresses, { refIds: [...tokens.map(({ refId }) => refId), randomUUID()] }),
    )) as Map<string, bigint>
    assert.deepEqual(
      tokens.map(({ refId }) => minted.get(refId)),
      ids,
    )
    assert.equal(minted.size, 2)
    const [first] = eventsOf(result, '.Collectible.Minted')
    assert.equal(first!.to, member.address)
    assert.equal(first!.refId, tokens[0]!.refId)
    assert.equal(eventsOf(result, '.NonFungibleToken.Deposited').length, 2)
  },

  'a token shows its name, picture, edition, traits and page': async (world) => {
    const member = await world.newMember()
    const { ids, item } = await mintSome(world, member, 1, 7)
    const token = (await world.ask(getToken(world.addresses, { address: member.address, id: ids[0]! }))) as Record<
      string,
      unknown
    >
    assert.equal(token.name, `${item.name} #1`)
    assert.equal(token.description, item.text)
    assert.equal(token.thumbnail, item.thumbnail)
    assert.equal(token.edition, 7n)
    assert.equal(token.serial, 1n)
    assert.deepEqual(token.traits, new Map(Object.entries({ series: 'Four seasons', ...item.traits })))
    assert.match(String(token.url), new RegExp(`${ids[0]}$`))
  },

  'every view that a token or the contract names resolves': async (world) => {
    const member = await world.newMember()
    const { ids } = await mintSome(world, member, 1)
    const profile: CollectionProfile = {
      name: 'Four seasons',
      description: 'Numbered.',
      url: 'https://kura.example/',
      squareImage: 'https://kura.example/square.webp',
      bannerImage: 'https://kura.example/banner.webp',
      tokenUrlPrefix: 'https://kura.example/tokens/',
    }
    await world.deploy({ profile })
    const call = world.attack('resolve-views', [address(member.address), uint64(ids[0]!)])
    const views = (await world.ask(call)) as Map<string, string[]>
    const expected =
      'Display Serial Editions Royalties Traits ExternalURL NFTCollectionData NFTCollectionDisplay'.split(' ')
    assert.deepEqual(
      views.get('token')!.map((view) => view.split('.').at(-1)),
      expected,
    )
    assert.equal(views.get('contract')!.length, 2)
    assert.deepEqual(views.get('ids'), [String(ids[0])])
    assert.deepEqual(views.get('cuts'), ['0.05000000'])
    assert.deepEqual(views.get('serial'), ['1'])
    assert.deepEqual(views.get('externalUrl'), [`https://kura.example/tokens/${ids[0]}`])
    const { name, description, url, squareImage, bannerImage } = profile
    for (const shown of ['collection', 'contractDisplay'])
      assert.deepEqual(views.get(shown), [name, description, url, squareImage, bannerImage])
  },

  'a member gives a token to another': async (world) => {
    const [giver, taker] = [await world.newMember(), await world.newMember()]
    const { ids } = await mintSome(world, giver, 1)
    const call = transferToken(world.addresses, { id: ids[0]!, to: taker.address })
    await world.act(giver, call, 'token/transfer')
    assert.deepEqual(await world.ask(listOwnedIds(world.addresses, { address: taker.address })), ids)
    assert.ok(world.costs.get('token/transfer')! <= memberLimit)
  },

  'a full vault of 200 gives a token away within what a member may use': async (world) => {
    const [giver, taker] = [await world.newMember(), await world.newMember()]
    let last: bigint | undefined
    for (let round = 0; round < 4; round++) last = (await mintSome(world, giver, mintBatchSize)).ids.at(-1)
    await world.act(giver, transferToken(world.addresses, { id: last!, to: taker.address }), 'token/transfer of 200')
    assert.ok(world.costs.get('token/transfer of 200')! <= memberLimit)
  },

  'a token cannot go to an account without a collection, and stays': async (world) => {
    const [giver, stranger] = [await world.newMember(), await world.newAccount()]
    const { ids } = await mintSome(world, giver, 1)
    const call = transferToken(world.addresses, { id: ids[0]!, to: stranger.address })
    await world.refused(giver, call, /transfer: 0x[0-9a-f]+ has no collection/)
    assert.deepEqual(await world.ask(listOwnedIds(world.addresses, { address: giver.address })), ids)
  },

  'nobody gives away what another holds': async (world) => {
    const [owner, thief] = [await world.newMember(), await world.newMember()]
    const { ids } = await mintSome(world, owner, 1)
    const call = transferToken(world.addresses, { id: ids[0]!, to: thief.address })
    await world.refused(thief, call, /the collection has no token/)
  },

  'a burned token is counted, and neither its reference nor its serial comes back': async (world) => {
    const member = await world.newMember()
    const { ids, item, tokens } = await mintSome(world, member, 2)
    const result = await world.act(member, burnToken(world.addresses, { id: ids[0]! }), 'token/burn')
    assert.equal(eventsOf(result, '.Collectible.Burned').length, 1)
    assert.equal(eventsOf(result, '.Collectible.NFT.ResourceDestroyed').length, 1)
    const supply = await supplyOf(world, item.itemId)
    assert.deepEqual([supply.minted, supply.burned, supply.seriesMinted, supply.seriesBurned], [2n, 1n, 2n, 1n])
    const again = (serial: number, refId: string) =>
      mintTokens(world.addresses, { to: member.address, tokens: [{ itemId: item.itemId, serial, refId }] })
    await world.refused(world.agent, again(3, tokens[0]!.refId), /reference .* is already minted/)
    await world.refused(world.agent, again(1, randomUUID()), /serial 1 of .* is already minted/)
  },

  'burning a whole collection counts every token in it': async (world) => {
    const member = await world.newMember()
    const { item } = await mintSome(world, member, 3)
    await world.act(member, world.attack('attacks/burn-collection'))
    assert.equal((await supplyOf(world, item.itemId)).burned, 3n)
  },

  'a token destroyed around Burner still says that it ended': async (world) => {
    const member = await world.newMember()
    const { ids } = await mintSome(world, member, 1)
    const result = await world.act(member, world.attack('attacks/destroy-token', [uint64(ids[0]!)]))
    assert.deepEqual(
      eventsOf(result, '.Collectible.NFT.ResourceDestroyed').map(({ id }) => id),
      ids,
    )
  },

  'a batch is minted whole or not at all': async (world) => {
    const member = await world.newMember()
    const { itemId } = await world.newItem({ cap: 3 })
    const tokens = [1, 2, 3, 4].map((serial) => ({ itemId, serial, refId: randomUUID() }))
    await world.refused(world.agent, mintTokens(world.addresses, { to: member.address, tokens }), /serial 4 .* 1 to 3/)
    assert.equal((await supplyOf(world, itemId)).minted, 0n)
    assert.deepEqual(await world.ask(listOwnedIds(world.addresses, { address: member.address })), [])
  },

  'a full batch fits into one transaction': async (world) => {
    const member = await world.newMember()
    const { itemId } = await world.newItem({ cap: 1000 })
    const mint = (count: number, from: number) => ({
      to: member.address,
      tokens: Array.from({ length: count }, (_, index) => ({ itemId, serial: from + index, refId: randomUUID() })),
    })
    await world.act(world.agent, mintTokens(world.addresses, mint(1, 1)), 'token/mint, 1 token')
    await world.act(world.agent, mintTokens(world.addresses, mint(20, 101)), 'token/mint, 20 tokens')
    const full = mintTokens(world.addresses, mint(mintBatchSize, 201))
    await world.act(world.agent, full, `token/mint, ${mintBatchSize} tokens`)
  },

  'an item below a minted serial cannot be capped': async (world) => {
    const member = await world.newMember()
    const item = await world.newItem({ cap: 10 })
    const tokens = [{ itemId: item.itemId, serial: 9, refId: randomUUID() }]
    await world.act(world.agent, mintTokens(world.addresses, { to: member.address, tokens }))
    const call = registerItems(world.addresses, { items: [{ ...item, cap: 5 }], royaltyReceiver: world.agent.address })
    await world.refused(world.agent, call, /serial 9 of .* exists, above 5/)
  },
}
