import { createHash } from 'node:crypto'
import * as items from '../../catalogue/item/import-queries.ts'
import * as notices from '../../catalogue/notice/import-queries.ts'
import { importOperator } from '../../catalogue/operator/operator.ts'
import { indexCatalogue } from '../../discovery/search/index-queries.ts'
import { upsertEbook } from '../../library/content/import-queries.ts'
import { contentDirOf } from '../../library/content/make-page.ts'
import type { MadePage } from '../../library/content/make-page.ts'
import { upsertVideo } from '../../library/video/import-queries.ts'
import { importMarket } from '../../market/listing/import-queries.ts'
import { upsertCampaigns } from '../../money/point/import-queries.ts'
import type { Db, Sql } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Made } from '../../platform/media/make-sizes.ts'
import { insertMedia, listMedia } from '../../platform/media/queries.ts'
import { insertReservations, upsertAirdrops } from '../../shop/airdrop/import-queries.ts'
import { announceWorks } from './announce-works.ts'
import { addPack } from '../../shop/pack/add-pack.ts'
import { updatePacks, updateSelectables } from '../../shop/pack/import-queries.ts'
import { upsertPasscodes } from '../../shop/passcode/import-queries.ts'
import type { Catalogue, PackEntry, IssueEntries } from './catalogue.ts'
import { listDocuments } from './search-documents.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { checkChanges, readShop } from './check-changes.ts'
import type { Shop } from './check-changes.ts'
import { CatalogueError } from './faults.ts'
import type { Fault } from './faults.ts'
import { checkEbooks, makeEbooks } from './ebooks.ts'
import type { Ebooks } from './ebooks.ts'
import { checkVideos, makeVideos } from './videos.ts'
import type { MadeVideos } from './videos.ts'
import { checkPictures, makePictures } from './pictures.ts'
import type { Pictures } from './pictures.ts'
import * as rows from './queries.ts'
import { readFolder } from './read-folder.ts'

export type ImportOptions = {
  sql: Sql
  /** Where the sizes of pictures go. */
  mediaDir: string
  /** Where pages of ebooks and videos go, which are not public. By default `contents` beside the pictures. */
  contentDir?: string | undefined
  folder: string
  log: (line: string) => void
  /** Only checks. */
  dryRun?: boolean
  onProgress?: (step: { step: 'pictures' | 'packs'; done: number; total: number }) => void
}
/**
 * What an import did: entries added and changed, by table. `isUnchanged` when there was nothing to
 * do.
 */
export type ImportResult = { isUnchanged: boolean; counts: Record<string, number> }

/**
 * Imports a catalogue folder. Checks everything first and fails with a CatalogueError that names
 * every fault. Then it makes the pictures, and one transaction writes all rows, so it may be killed
 * at any moment and repeated. It never changes what is dealt into packs or sold.
 */
export async function importCatalogue(options: ImportOptions): Promise<ImportResult> {
  const { sql, mediaDir, folder, log, onProgress } = options
  const faults: Fault[] = []
  const tables = await readFolder(folder, faults)
  const shop = await readShop(sql, tables)
  const catalogue = checkCatalogue(tables, shop, faults)
  const how = { faults, isWhole: options.dryRun ?? false }
  const pictures = await checkPictures(folder, catalogue, how)
  const ebooks = await checkEbooks(folder, catalogue.ebooks, how)
  const videos = await checkVideos(folder, catalogue.videos, faults)
  checkChanges(catalogue, shop, faults)
  if (faults.length > 0) throw new CatalogueError(faults)
  log(`Checked ${sizeOf(catalogue)}, ${pictures.size} pictures: no fault.`)
  if (options.dryRun) return { isUnchanged: false, counts: {} }

  const known = await listMedia(
    sql,
    [...pictures.values()].map(({ id }) => id),
  )
  const made = await makePictures(mediaDir, pictures, new Map(known.map((row) => [row.id, row])), {
    faults,
    onDone: (done, total) => onProgress?.({ step: 'pictures', done, total }),
  })
  const contentDir = contentDirOf({ CONTENT_DIR: options.contentDir ?? '', MEDIA_DIR: mediaDir })
  const pages = await makeEbooks(contentDir, ebooks, catalogue.ebooks, faults)
  const madeVideos = await makeVideos(contentDir, videos, faults)
  if (faults.length > 0) throw new CatalogueError(faults)
  const digest = `${tables.digest} ${digestOf(pictures, ebooks, madeVideos)}`
  const [before] = await rows.findLastDigest(sql)
  // readings come from a dictionary that takes time: not in the transaction, and not for nothing
  const documents = before?.digest === digest ? undefined : await listDocuments(catalogue)
  const result = await transaction(sql, async (db) => {
    await rows.lockImports(db)
    const [last] = await rows.findLastDigest(db)
    if (last?.digest === digest) return { isUnchanged: true, counts: {} }
    // another import may have come in between
    const now = await readShop(db, tables)
    checkCatalogue(tables, now, faults)
    checkChanges(catalogue, now, faults)
    if (faults.length > 0) throw new CatalogueError(faults)
    const counts = await writeAll(db, catalogue, { pictures, made, pages, madeVideos, shop: now, onProgress })
    await indexCatalogue(db, documents ?? (await listDocuments(catalogue)))
    await rows.insertImport(db, newId(), digest, counts)
    return { isUnchanged: Object.values(counts).every((count) => count === 0), counts }
  })
  return result
}

type Writing = Pick<ImportOptions, 'onProgress'> & {
  pictures: Pictures
  made: ReadonlyMap<string, Made>
  pages: ReadonlyMap<string, MadePage[]>
  madeVideos: MadeVideos
  shop: Shop
}

async function writeAll(db: Db, catalogue: Catalogue, writing: Writing): Promise<Record<string, number>> {
  const { rightsHolders, series, categories, packs, banners, externalProducts, announcements, events } = catalogue
  const withPicture = <T extends { picture: { path: string } | undefined }>(
    entry: T,
  ): T & { pictureId: string | null } => ({
    ...entry,
    pictureId: writing.pictures.get(entry.picture?.path ?? '')?.id ?? null,
  })
  await insertMedia(db, [...writing.made.values()])
  const counts = {
    'rights holders': (await items.upsertRightsHolders(db, rightsHolders)).length,
    series: (await items.upsertSeries(db, series.map(withPicture))).length,
    categories: (await items.upsertCategories(db, categories)).length,
    items: (await items.upsertItems(db, catalogue.items.map(withPicture))).length,
    'item categories': await items.replaceItemCategories(db, catalogue.items),
    contents: await writeContents(db, catalogue, writing),
    packs: (await updatePacks(db, packs.map(withPicture))).length,
    banners: banners ? (await notices.replaceBanners(db, banners.map(withPicture))).length : 0,
    'external products': externalProducts
      ? (await notices.replaceExternalProducts(db, externalProducts.map(withPicture))).length
      : 0,
    announcements: announcements ? (await notices.replaceAnnouncements(db, announcements)).length : 0,
    events: events ? (await notices.replaceEvents(db, events.map(withPicture))).length : 0,
  }
  for (const [at, pack] of packs.entries()) {
    writing.onProgress?.({ step: 'packs', done: at + 1, total: packs.length })
    if (writing.shop.packRows.has(pack.id)) continue
    await addPack(db, withPicture(pack), at + 1)
    counts.packs += 1
  }
  await announceWorks(db, catalogue, writing.shop)
  // what names packs comes after them
  return { ...counts, ...(await writeIssue(db, catalogue)) }
}

async function writeContents(db: Db, { ebooks, videos }: Catalogue, { pages, madeVideos }: Writing): Promise<number> {
  let changed = 0
  for (const ebook of ebooks) if (await upsertEbook(db, ebook, pages.get(ebook.id) ?? [])) changed += 1
  for (const video of videos) {
    const made = madeVideos.get(video.id)
    if (made && (await upsertVideo(db, video, made, made.poster))) changed += 1
  }
  const ofEveryToken = [...ebooks, ...videos].filter(({ serial }) => serial === undefined)
  await items.markContents(
    db,
    ofEveryToken.map(({ itemId }) => itemId),
  )
  return changed
}

function digestOf(pictures: Pictures, ebooks: Ebooks, videos: MadeVideos): string {
  const pages = [...ebooks].flatMap(([id, sources]) => sources.map((page) => `${id} ${page.name} ${page.id}`))
  const lines = [...[...pictures].map(([path, { id }]) => `${path} ${id}`).toSorted(), ...pages]
  for (const [id, { folder, poster }] of videos) lines.push(`${id} ${folder} ${poster?.file ?? ''}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

const sizeOf = ({ series, items, packs }: Catalogue): string =>
  `${series.length} series, ${items.length} items, ${packs.length} packs`

/**
 * Writes packs that are not sold, points, the operator and the market of a folder. Returns how many
 * entries changed, by table.
 */
export async function writeIssue(
  db: Db,
  entries: IssueEntries & { packs: PackEntry[] },
): Promise<Record<string, number>> {
  const choices = entries.packs
    .filter(({ kind }) => kind === 'selectable')
    .flatMap(({ id, contents }) => contents.map(({ itemId, mostEach }) => ({ packId: id, itemId, mostEach })))
  const { passcodes, airdrops, reservations, campaigns, operators, markets } = entries
  const [[operator], [market]] = [operators, markets]
  return {
    'selectable items': await updateSelectables(db, choices),
    passcodes: await upsertPasscodes(db, passcodes),
    airdrops: await upsertAirdrops(db, airdrops),
    reservations: await insertReservations(db, reservations),
    'point campaigns': await upsertCampaigns(db, campaigns),
    operator: operator && (await importOperator(db, operator)) ? 1 : 0,
    market: market && (await importMarket(db, market)) ? 1 : 0,
  }
}
