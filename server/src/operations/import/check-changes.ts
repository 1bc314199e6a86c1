import * as catalogue from '../../catalogue/item/import-queries.ts'
import type { KnownItem, KnownSeries } from '../../catalogue/item/import-queries.ts'
import { listItemsWithContents } from '../../library/content/import-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { listKnownPacks } from '../../shop/pack/import-queries.ts'
import type { KnownPack } from '../../shop/pack/import-queries.ts'
import type { Catalogue } from './catalogue.ts'
import type { Known } from './check-catalogue.ts'
import { readIssue, listedIn } from './check-issue.ts'
import type { Fault } from './faults.ts'
import type { Tables } from './read-folder.ts'
import type { Row } from './row.ts'

/** What the shop already has of the entries of a folder. */
export type Shop = Known & {
  seriesRows: ReadonlyMap<string, KnownSeries>
  itemRows: ReadonlyMap<string, KnownItem>
  packRows: ReadonlyMap<string, KnownPack>
}

/** Reads what the shop has of everything a folder names, whether the folder is right or wrong. */
export async function readShop(db: Db, { rows: tables }: Tables): Promise<Shop> {
  const issue = await readIssue(db, tables)
  const contents = tables.packs.flatMap((row) => listOf(row.cells.get('contents')?.value))
  const items = await catalogue.listKnownItems(
    db,
    [...idsOf(tables.items, 'id'), ...idsOf(contents, 'item')],
    [...idsOf(tables.items, 'series'), ...idsOf(tables.series, 'id')],
  )
  const seriesIds = [
    ...idsOf(tables.series, 'id'),
    ...idsOf(tables.items, 'series'),
    ...idsOf(tables.packs, 'series'),
    ...listedIn(tables.events, 'series'),
  ]
  const series = await catalogue.listKnownSeries(db, seriesIds)
  const withContents = await listItemsWithContents(db, idsOf(tables.items, 'id'))
  const categories = await catalogue.listKnownCategories(db)
  const rightsHolders = await catalogue.listKnownRightsHolders(db)
  const packs = await listKnownPacks(db, idsOf(tables.packs, 'id'))
  const bySeries = Map.groupBy(items, ({ seriesId }) => seriesId)
  return {
    issue,
    seriesRows: new Map(series.map((row) => [row.id, row])),
    itemRows: new Map(items.map((row) => [row.id, row])),
    packRows: new Map(packs.map((row) => [row.id, row])),
    rightsHolders: new Set(rightsHolders.map(({ id }) => id)),
    itemsWithContents: new Set(withContents.map(({ itemId }) => itemId)),
    categories: new Set(categories.map(({ slug }) => slug)),
    series: new Map(
      series.map(({ id, tokenCap }) => {
        const editions = new Map((bySeries.get(id) ?? []).map((item) => [item.id, item.editionSize]))
        return [id, { tokenCap, editions }]
      }),
    ),
    items: new Map(items.map((item) => [item.id, { ...item, packs: new Map(Object.entries(item.packs)) }])),
  }
}

const listOf = (value: unknown): Row[] =>
  Array.isArray(value) ? value.filter((row): row is Row => row?.cells instanceof Map) : []

function idsOf(table: Row[], name: string): string[] {
  const values = table.map((row) => row.cells.get(name)?.value)
  return [...new Set(values.filter((value) => typeof value === 'string' && !value.includes('\0')))] as string[]
}

/** Changes that would break a promise: on chain, to buyers, or of the published commitment. */
export function checkChanges({ series, items, packs }: Catalogue, shop: Shop, faults: Fault[]): void {
  for (const entry of series) {
    const before = shop.seriesRows.get(entry.id)
    if (before?.isRegistered && before.tokenCap !== entry.tokenCap)
      faults.push({
        ...entry.place,
        message: `cap: series "${entry.id}" is on chain with ${before.tokenCap} and keeps it`,
      })
  }
  for (const entry of items) {
    const before = shop.itemRows.get(entry.id)
    if (!before) continue
    if (before.seriesId !== entry.seriesId)
      faults.push({
        ...entry.place,
        message: `series: item "${entry.id}" belongs to "${before.seriesId}" and stays there`,
      })
    if (before.isRegistered && before.editionSize !== entry.editionSize)
      faults.push({
        ...entry.place,
        message: `editions: item "${entry.id}" is on chain with ${before.editionSize} and keeps them`,
      })
  }
  for (const entry of packs) {
    const before = shop.packRows.get(entry.id)
    if (!before) continue
    const now = {
      series: entry.seriesId,
      kind: entry.kind,
      channel: entry.channel,
      cards: entry.cardsPerPack,
      packs: entry.issued,
      contents: contentsText(entry.contents.map(({ itemId, copies }) => [itemId, copies])),
    }
    const then = {
      series: before.seriesId,
      kind: before.kind,
      channel: before.channel,
      cards: before.cardsPerPack,
      packs: before.issued,
      contents: contentsText(Object.entries(before.contents)),
    }
    for (const name of Object.keys(now) as (keyof typeof now)[])
      if (now[name] !== then[name])
        faults.push({
          ...entry.place,
          message: `${name}: pack "${entry.id}" is dealt and its contents published; it keeps ${then[name]}. Sell more as a new pack`,
        })
  }
}

const contentsText = (contents: [string, number][]): string =>
  contents
    .map(([itemId, copies]) => `${itemId} × ${copies}`)
    .toSorted()
    .join(', ')
