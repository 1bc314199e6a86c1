import { safeRedirect } from '@kura/contract/redirect'
import type {
  AnnouncementEntry,
  BannerEntry,
  CategoryEntry,
  EbookEntry,
  VideoEntry,
  ExternalProductEntry,
  EventEntry,
  ItemEntry,
  PictureRef,
  Place,
  RightsHolderEntry,
  SeriesEntry,
} from './catalogue.ts'
import type { Row, RowReader } from './row.ts'

const nameMost = 80
const textMost = 2000

export const placeOf = ({ row }: RowReader): Place => ({ file: row.file, line: row.line })

/** A picture's path inside the folder; a later check says whether it exists. */
export const pictureOf = (read: RowReader, isNeeded = true): PictureRef | undefined => pathOf(read, 'picture', isNeeded)

function pathOf(read: RowReader, name: string, isNeeded = true): PictureRef | undefined {
  const path = isNeeded ? read.text(name, 300) : read.optionalText(name, 300)
  if (!path) return undefined
  if (path.startsWith('/') || path.includes('\\') || path.split('/').includes('..')) {
    read.fault(name, `"${path}" must be a path inside the folder`)
    return undefined
  }
  return { path, place: { file: read.row.file, line: read.lineOf(name) } }
}

/** A rights holder. */
export const parseRightsHolder = (read: RowReader): RightsHolderEntry => ({
  place: placeOf(read),
  id: read.slug('id'),
  name: read.words('name', nameMost),
})

/** Whose royalties they are, where it says so. */
const rightsHolderOf = (read: RowReader): string | undefined =>
  read.row.cells.has('rights-holder') ? read.slug('rights-holder') : undefined

/** What a search finds an entry by: how its Japanese name is read, and other words for it. */
export const findableOf = (read: RowReader): { reading: string; synonyms: string[] } => ({
  reading: read.optionalText('reading', nameMost) ?? '',
  synonyms: read.list('synonyms'),
})

/** A series entry. */
export const parseSeries = (read: RowReader): SeriesEntry => ({
  place: placeOf(read),
  id: read.slug('id'),
  name: read.words('name', nameMost),
  ...findableOf(read),
  description: read.words('description', textMost, false),
  picture: pictureOf(read, false),
  tokenCap: read.number('cap', 1, 10_000_000),
  rightsHolderId: rightsHolderOf(read),
})

/** A category entry. */
export const parseCategory = (read: RowReader): CategoryEntry => ({
  place: placeOf(read),
  slug: read.slug('slug'),
  name: read.words('name', nameMost),
  ...findableOf(read),
})

/** An item entry. */
export const parseItem = (read: RowReader): ItemEntry => ({
  place: placeOf(read),
  id: read.slug('id'),
  seriesId: read.slug('series'),
  name: read.words('name', nameMost),
  ...findableOf(read),
  description: read.words('description', textMost, false),
  artist: read.optionalText('artist', nameMost) ?? '',
  rarity: read.choice('rarity', ['common', 'rare', 'epic', 'legendary'], 'common'),
  editionSize: read.number('editions', 1, 1_000_000),
  reservedCopies: read.optionalNumber('reserved', 0, 1_000_000) ?? 0,
  traits: traitsOf(read),
  picture: pictureOf(read),
  royaltyBps: percentOf(read, 'royalty') ?? 0,
  rightsHolderId: rightsHolderOf(read),
  contentAccessYen: read.optionalNumber('content-access', 0, 1_000_000) ?? 0,
  contentAccessPlace: { file: read.row.file, line: read.lineOf('content-access') },
  isRegulated: read.flag('regulated'),
  categories: read.list('categories'),
})

/** An ebook that the tokens of an item open, or the one with `serial`. */
export const parseEbook = (read: RowReader): EbookEntry => ({
  ...contentOf(read),
  direction: read.choice('direction', ['rtl', 'ltr'], 'rtl'),
  pages: pathOf(read, 'pages'),
})

/** Whether a row of contents is a video; any other is an ebook. */
export const isVideoRow = ({ cells }: Row): boolean => cells.get('type')?.value === 'video'

/** A video that the tokens of an item open, or the one with `serial`. */
export const parseVideo = (read: RowReader): VideoEntry => ({
  ...contentOf(read),
  video: pathOf(read, 'video'),
  description: pathOf(read, 'description', false),
  poster: pathOf(read, 'poster', false),
  captions: captionLanguages.flatMap((language) => {
    const ref = pathOf(read, `captions.${language}`, false)
    return ref ? [{ ...ref, language }] : []
  }),
})

const captionLanguages = ['ja', 'en', 'ko', 'zh', 'fr', 'de', 'es'] as const

const contentOf = (read: RowReader) => {
  read.choice('type', ['ebook', 'video'], 'ebook')
  return {
    place: placeOf(read),
    id: read.slug('id'),
    itemId: read.slug('item'),
    serial: read.optionalNumber('serial', 1, 1_000_000),
    name: read.words('name', nameMost),
  }
}

/**
 * A percentage, at most 50 and to a hundredth, in hundredths of a per cent; undefined where there
 * is none.
 */
export function percentOf(read: RowReader, name: string): number | undefined {
  const text = read.optionalText(name)?.replace(/\s*%$/, '')
  if (text === undefined) return undefined
  const bps = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
  if (!Number.isNaN(bps) && bps <= 5000) return bps
  read.fault(name, `"${text}" must be a percentage from 0 to 50 with at most two decimals`)
  return undefined
}

/** Free pairs that a card may show: `traits.技法: 木版` in YAML, a column `traits.技法` in CSV. */
function traitsOf(read: RowReader): Record<string, string> {
  const traits: Record<string, string> = {}
  for (const name of read.row.cells.keys()) {
    if (!name.startsWith('traits.')) continue
    const value = read.optionalText(name, nameMost)
    if (value !== undefined) traits[name.slice('traits.'.length)] = value
  }
  return traits
}

/** A banner entry. One date alone would hide it for ever, so that is a fault. */
export function parseBanner(read: RowReader): BannerEntry {
  const startDate = read.instant('from')
  const endDate = read.instant('until')
  const hasFrom = read.row.cells.has('from')
  if (hasFrom !== read.row.cells.has('until'))
    read.fault(hasFrom ? 'from' : 'until', 'a banner has both dates or neither; with only one it is never shown')
  if (startDate && endDate && startDate >= endDate) read.fault('until', 'is not after from')
  const href = read.text('link', 300)
  if (href && safeRedirect(href) !== href) read.fault('link', `"${href}" must be a path of this site, such as /packs/…`)
  return {
    place: placeOf(read),
    id: read.slug('id'),
    picture: pictureOf(read),
    title: read.words('title', nameMost),
    href,
    startDate,
    endDate,
  }
}

/** An entry of a product that another site sells. */
export function parseExternalProduct(read: RowReader): ExternalProductEntry {
  const href = read.text('link', 300)
  if (href && !isSafeAddress(href)) read.fault('link', `"${href}" must be an address that begins with https://`)
  return {
    place: placeOf(read),
    id: read.slug('id'),
    picture: pictureOf(read),
    name: read.words('name', nameMost),
    href,
    priceYen: read.optionalNumber('price', 0, 9_999_999),
    isPicked: read.flag('pickup'),
  }
}

/** Whether a visitor may be sent there: https, without a name and password in it. */
function isSafeAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && !/\s/.test(text)
}

/** An announcement entry. */
export function parseAnnouncement(read: RowReader): AnnouncementEntry {
  const publishedAt = read.instant('published')
  if (!publishedAt && !read.row.cells.has('published')) read.fault('published', 'is missing')
  return {
    place: placeOf(read),
    id: read.slug('id'),
    title: read.words('title', nameMost),
    body: read.words('body', 5000, false),
    publishedAt: publishedAt ?? new Date(0),
  }
}

/** An event entry. */
export function parseEvent(read: RowReader): EventEntry {
  const startDate = read.instant('from')
  const endDate = read.instant('until')
  for (const name of ['from', 'until']) read.need(name)
  if (startDate && endDate && startDate >= endDate) read.fault('until', 'is not after from')
  return {
    place: placeOf(read),
    id: read.slug('id'),
    title: read.words('title', nameMost),
    description: read.words('description', 5000, false),
    picture: pictureOf(read, false),
    startDate: startDate ?? new Date(0),
    endDate: endDate ?? new Date(1),
    packIds: [...new Set(read.list('packs'))],
    seriesIds: [...new Set(read.list('series'))],
  }
}
