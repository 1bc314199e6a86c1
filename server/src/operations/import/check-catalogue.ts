import type { Catalogue, ItemEntry, Place } from './catalogue.ts'
import { checkIssue } from './check-issue.ts'
import type { KnownIssue } from './check-issue.ts'
import type { Fault } from './faults.ts'
import {
  parseAirdrop,
  parseCampaign,
  parseMarket,
  parseOperator,
  parsePasscode,
  parseReservation,
} from './parse-issue.ts'
import { parsePack } from './parse-pack.ts'
import {
  parseAnnouncement,
  parseBanner,
  parseExternalProduct,
  parseCategory,
  isVideoRow,
  parseEbook,
  parseVideo,
  parseEvent,
  parseItem,
  parseRightsHolder,
  parseSeries,
} from './parse-rows.ts'
import type { TableName, Tables } from './read-folder.ts'
import { readRow } from './row.ts'
import type { Row, RowReader } from './row.ts'

/** What the shop already has, for folders that build on it. */
export type Known = {
  rightsHolders: ReadonlySet<string>
  series: ReadonlyMap<string, { tokenCap: number; editions: ReadonlyMap<string, number> }>
  categories: ReadonlySet<string>
  /** The items of which every token opens a content. */
  itemsWithContents: ReadonlySet<string>
  items: ReadonlyMap<string, { editionSize: number; reservedCopies: number; packs: ReadonlyMap<string, number> }>
  issue: KnownIssue
}

/** Understands every row and checks what they say of each other; notes all faults, not the first. */
export function checkCatalogue({ rows, present, broken }: Tables, known: Known, faults: Fault[]): Catalogue {
  const parse = <T>(list: Row[], entryOf: (read: RowReader) => T): T[] =>
    list.map((row) => {
      const read = readRow(row, faults)
      const entry = entryOf(read)
      read.finish()
      return entry
    })
  const catalogue: Catalogue = {
    rightsHolders: parse(rows['rights-holders'], parseRightsHolder),
    series: parse(rows.series, parseSeries),
    categories: parse(rows.categories, parseCategory),
    items: parse(rows.items, parseItem),
    ebooks: parse(
      rows.contents.filter((row) => !isVideoRow(row)),
      parseEbook,
    ),
    videos: parse(rows.contents.filter(isVideoRow), parseVideo),
    packs: parse(rows.packs, (read) => parsePack(read, faults)),
    passcodes: parse(rows.passcodes, parsePasscode),
    airdrops: parse(rows.airdrops, parseAirdrop),
    reservations: parse(rows.reservations, parseReservation),
    campaigns: parse(rows['point-campaigns'], parseCampaign),
    operators: parse(rows.operator, parseOperator),
    markets: parse(rows.market, parseMarket),
    banners: present.has('banners') ? parse(rows.banners, parseBanner) : undefined,
    externalProducts: present.has('external-products')
      ? parse(rows['external-products'], parseExternalProduct)
      : undefined,
    announcements: present.has('announcements') ? parse(rows.announcements, parseAnnouncement) : undefined,
    events: present.has('events') ? parse(rows.events, parseEvent) : undefined,
  }
  const { rightsHolders, series, categories, items, packs, airdrops, campaigns } = catalogue
  const { banners = [], externalProducts = [], announcements = [], events = [] } = catalogue
  const named: { place: Place; id: string }[][] = [
    rightsHolders,
    series,
    items,
    [...catalogue.ebooks, ...catalogue.videos],
    packs,
    airdrops,
    campaigns,
    banners,
    externalProducts,
    announcements,
    events,
  ]
  for (const list of named) checkDoubles(list, (entry) => entry.id, faults)
  checkDoubles(categories, (entry) => entry.slug, faults)
  checkReferences(catalogue, known, broken, faults)
  checkContentAccess(catalogue, known, broken, faults)
  checkEditions(catalogue, known, faults)
  checkCaps(catalogue, known, faults)
  checkIssue(catalogue, { packs, broken }, known.issue, faults)
  return catalogue
}

function checkDoubles<T extends { place: Place }>(entries: T[], idOf: (entry: T) => string, faults: Fault[]): void {
  const first = new Map<string, Place>()
  for (const entry of entries) {
    const id = idOf(entry)
    const before = first.get(id)
    if (id === '') continue
    if (before)
      faults.push({ ...entry.place, message: `id: "${id}" is there already, in ${before.file}:${before.line}` })
    else first.set(id, entry.place)
  }
}

function checkReferences(
  { rightsHolders, series, categories, items, ebooks, videos, packs, events = [] }: Catalogue,
  known: Known,
  broken: ReadonlySet<TableName>,
  faults: Fault[],
): void {
  const holderIds = new Set([...known.rightsHolders, ...rightsHolders.map(({ id }) => id)])
  const seriesIds = new Set([...known.series.keys(), ...series.map(({ id }) => id)])
  const slugs = new Set([...known.categories, ...categories.map(({ slug }) => slug)])
  const itemIds = new Set([...known.items.keys(), ...items.map(({ id }) => id)])
  const check = (place: Place, name: string, id: string, ids: ReadonlySet<string>, table: TableName): void => {
    if (id !== '' && !ids.has(id) && !broken.has(table))
      faults.push({ ...place, message: `${name}: there is no ${name} "${id}"` })
  }
  for (const { place, rightsHolderId } of [...series, ...items])
    check(place, 'rights-holder', rightsHolderId ?? '', holderIds, 'rights-holders')
  for (const item of items) {
    check(item.place, 'series', item.seriesId, seriesIds, 'series')
    for (const slug of new Set(item.categories)) check(item.place, 'category', slug, slugs, 'categories')
  }
  for (const content of [...ebooks, ...videos]) check(content.place, 'item', content.itemId, itemIds, 'items')
  for (const pack of packs) {
    check(pack.place, 'series', pack.seriesId, seriesIds, 'series')
    for (const content of pack.contents) check(content.place, 'item', content.itemId, itemIds, 'items')
  }
  const packIds = new Set([...known.issue.packs.keys(), ...packs.map(({ id }) => id)])
  for (const event of events) {
    for (const id of event.packIds) check(event.place, 'pack', id, packIds, 'packs')
    for (const id of event.seriesIds) check(event.place, 'series', id, seriesIds, 'series')
  }
}

/** Nobody pays for contents that are not there: a fee needs one that opens to every owner of the item. */
function checkContentAccess(
  { items, ebooks, videos }: Catalogue,
  { itemsWithContents }: Known,
  broken: ReadonlySet<TableName>,
  faults: Fault[],
): void {
  if (broken.has('contents')) return
  const opening = new Set(
    [...ebooks, ...videos].filter(({ serial }) => serial === undefined).map(({ itemId }) => itemId),
  )
  for (const { id, contentAccessYen: yen, contentAccessPlace: place } of items)
    if (yen > 0 && !opening.has(id) && !itemsWithContents.has(id))
      faults.push({ ...place, message: `content-access: is ${yen}, but no content opens to every owner of "${id}"` })
}

/** Copies in all packs, here and in the shop, and those kept back must not be more than the edition. */
function checkEditions({ items, packs }: Catalogue, known: Known, faults: Fault[]): void {
  // of two with one id the first counts; the second is a fault already
  const entries = new Map(items.toReversed().map((item) => [item.id, item]))
  const copies = new Map<string, Map<string, number>>()
  const lastPlace = new Map<string, Place>()
  for (const pack of packs) {
    for (const content of pack.contents) {
      const perPack = copies.get(content.itemId) ?? new Map(known.items.get(content.itemId)?.packs)
      copies.set(content.itemId, perPack.set(pack.id, content.copies))
      lastPlace.set(content.itemId, content.place)
    }
  }
  for (const item of items) if (!copies.has(item.id)) copies.set(item.id, new Map(known.items.get(item.id)?.packs))
  for (const [itemId, perPack] of copies) {
    const item = entries.get(itemId) ?? known.items.get(itemId)
    if (!item) continue
    const allocated = [...perPack.values()].reduce((sum, count) => sum + count, 0)
    const needed = allocated + item.reservedCopies
    const place = lastPlace.get(itemId) ?? entries.get(itemId)?.place
    if (needed <= item.editionSize || !place) continue
    const message = `item: "${itemId}" has ${item.editionSize} editions, but ${allocated} copies in ${perPack.size} packs and ${item.reservedCopies} kept back need ${needed}`
    faults.push({ ...place, message })
  }
}

/** The cap of a series can only be lowered on chain, so it must hold all editions from the start. */
function checkCaps({ series, items }: Catalogue, known: Known, faults: Fault[]): void {
  const bySeries = Map.groupBy(items, (item: ItemEntry) => item.seriesId)
  const entries = new Map(series.map((entry) => [entry.id, entry]))
  for (const seriesId of new Set([...bySeries.keys(), ...entries.keys()])) {
    const editions = new Map(known.series.get(seriesId)?.editions)
    for (const item of bySeries.get(seriesId) ?? []) editions.set(item.id, item.editionSize)
    const cap = entries.get(seriesId)?.tokenCap ?? known.series.get(seriesId)?.tokenCap
    const sum = [...editions.values()].reduce((total, count) => total + count, 0)
    const place = entries.get(seriesId)?.place ?? bySeries.get(seriesId)?.at(-1)?.place
    if (cap === undefined || sum <= cap || !place) continue
    faults.push({
      ...place,
      message: `cap: series "${seriesId}" may have ${cap} tokens, its items have ${sum} editions`,
    })
  }
}
