import assert from 'node:assert/strict'
import { getItem, registerBatchSize, registerItems, registerSeries, type RegisteredItem } from '../src/item.ts'
import type { TransactionResult } from '../src/access-node.ts'
import type { Cases } from './main.ts'
import { fresh, type World } from './world.ts'

const names = (result: TransactionResult) =>
  result.events.map(({ type }) => type.split('.').at(-1)!).filter((name) => /^(Item|Series)/.test(name))
const register = ({ addresses, agent }: World, ...items: RegisteredItem[]) =>
  registerItems(addresses, { items, royaltyReceiver: agent.address })

export const catalogueCases: Cases = {
  'an item is registered with its series, caps and words': async (world) => {
    const item = await world.newItem({ cap: 12, seriesCap: 34 })
    const supply = await world.ask(getItem(world.addresses, { itemId: item.itemId }))
    assert.deepEqual(supply, {
      itemId: item.itemId,
      seriesId: item.seriesId,
      name: item.name,
      cap: 12n,
      minted: 0n,
      burned: 0n,
      seriesCap: 34n,
      seriesMinted: 0n,
      seriesBurned: 0n,
    })
  },

  'registering the same again changes nothing and says nothing': async (world) => {
    const item = await world.newItem()
    assert.deepEqual(names(await world.act(world.agent, register(world, item))), [])
  },

  'words, pictures and traits of an item can be corrected': async (world) => {
    const item = await world.newItem()
    const corrected = { ...item, name: 'Snow on the old gate', traits: { season: 'winter', rarity: 'epic' } }
    assert.deepEqual(names(await world.act(world.agent, register(world, corrected))), ['ItemDescribed'])
    const supply = (await world.ask(getItem(world.addresses, { itemId: item.itemId }))) as { name: string }
    assert.equal(supply.name, 'Snow on the old gate')
  },

  'the cap of an item can be lowered and never raised': async (world) => {
    const item = await world.newItem({ cap: 10 })
    assert.deepEqual(names(await world.act(world.agent, register(world, { ...item, cap: 5 }))), ['ItemCapLowered'])
    await world.refused(world.agent, register(world, { ...item, cap: 6 }), /cap of .* is 5 and cannot be raised to 6/)
  },

  'the cap of a series can be lowered and never raised': async (world) => {
    const { seriesId } = await world.newItem({ seriesCap: 10 })
    const series = (cap: number) =>
      registerSeries(world.addresses, { series: [{ seriesId, name: 'Four seasons', cap }] })
    assert.deepEqual(names(await world.act(world.agent, series(5))), ['SeriesCapLowered'])
    await world.refused(world.agent, series(6), /cap of .* is 5 and cannot be raised to 6/)
  },

  'an item cannot change its series or belong to none': async (world) => {
    const item = await world.newItem()
    const other = await world.newItem()
    await world.refused(world.agent, register(world, { ...item, seriesId: other.seriesId }), /belongs to the series/)
    const lost = { ...item, itemId: fresh('item'), seriesId: fresh('series') }
    await world.refused(world.agent, register(world, lost), /there is no series/)
  },

  'a full batch of items fits into one transaction': async (world) => {
    const { seriesId } = await world.newItem()
    const long = 'A long description in two languages. '.repeat(20)
    const items = Array.from({ length: registerBatchSize }, () => ({
      itemId: fresh('item'),
      seriesId,
      name: 'Snow on the gate',
      text: long,
      thumbnail: `https://kura.example/images/media/${'0'.repeat(32)}-640.webp`,
      cap: 100,
      traits: { season: 'winter', rarity: 'rare', artist: 'Aoi', technique: 'woodcut', mood: 'calm' },
      royaltyBps: 500,
    }))
    await world.act(world.agent, register(world, ...items), `item/register, ${registerBatchSize} new items`)
    await world.act(world.agent, register(world, ...items), `item/register, ${registerBatchSize} unchanged items`)
  },
}
