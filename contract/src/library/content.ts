import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, ItemId, listOf, pageQuery, Picture, Slug, TokenId, Words } from '../ids.ts'
import { paths } from '../paths.ts'

/** A content as one token opens it: the reference of the token and the id of the content. */
export const OwnerContentId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_[a-z0-9][a-z0-9-]{0,63}$/)

export const fileTypes = ['ebook', 'video'] as const
const FileType = z.enum(fileTypes)

/** What there is to read or watch. It does not say who may. */
const ContentView = z.object({
  contentId: Slug,
  itemId: ItemId,
  itemName: Words,
  picture: Picture,
  fileType: FileType,
  name: Words,
  /** How the pages are read: from the right, as in Japanese, or from the left. */
  direction: z.enum(['rtl', 'ltr']),
  pageCount: z.int(),
  /** How long a video is; null for an ebook. */
  seconds: z.int().nullable(),
})
/** A content that the caller opens, by the own token with the lowest serial number. */
export const OwnedContentView = ContentView.extend({
  ownerContentId: OwnerContentId,
  tokenId: TokenId,
  serialNumber: z.int(),
  /** Where the member left off; null before the first time. */
  page: z.int().nullable(),
  /** The same of a video, in seconds from its start. */
  second: z.int().nullable(),
})
export type OwnedContentView = z.infer<typeof OwnedContentView>

export const listContents = endpoint(paths.listContents, {
  summary:
    'The contents that the caller’s tokens open, those read last first. Empty without a session and without a wallet.',
  query: z.object({ limit: pageQuery.limit, offset: pageQuery.offset }),
  output: listOf(OwnedContentView),
})

export const listOwnerContents = endpoint(paths.listOwnerContents, {
  summary:
    'The contents of an item. `ownerContentId` is null for those that no token of the caller opens, and for everybody without a session.',
  params: z.object({ itemId: ItemId }),
  output: listOf(
    ContentView.extend({
      ownerContentId: OwnerContentId.nullable(),
      /** Of the caller’s token that opens it. */
      serialNumber: z.int().nullable(),
      page: z.int().nullable(),
      second: z.int().nullable(),
      /** The content is of this serial number alone; null when every token opens it. */
      onlySerialNumber: z.int().nullable(),
    }),
  ),
  errors: ['NOT_FOUND'],
})

export const showViewerUrl = endpoint(paths.showViewerUrl, {
  summary:
    'The address of the reader for an ebook. It needs the session of its owner; by itself it opens nothing. FORBIDDEN when the token does not open the content to the caller, also after it moved.',
  params: z.object({ ownerContentId: OwnerContentId }),
  output: z.object({ viewerUrl: z.url() }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const showEbook = endpoint(paths.showEbook, {
  summary:
    'An ebook with the addresses of its pages. Each works until `expiresAt`, and only while the token is the caller’s; call again for new ones.',
  params: z.object({ ownerContentId: OwnerContentId }),
  output: OwnedContentView.extend({
    pages: z.array(z.object({ page: z.int(), width: z.int(), height: z.int(), url: z.string() })),
    expiresAt: Instant,
  }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const keepPlace = endpoint(paths.keepPlace, {
  summary: 'Keeps where the member reads, for every device. NOT_FOUND when there is no such page.',
  params: z.object({ ownerContentId: OwnerContentId }),
  body: z.strictObject({ page: z.int().min(1).max(100_000) }),
  output: z.object({ page: z.int() }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const showEbookPage = endpoint(paths.showEbookPage, {
  summary:
    'One page as a picture that carries the mark of its reader. The signed address of `showEbook` stands for the session, because a picture of a page sends no header; the right is checked again each time. TOKEN_EXPIRED: take a new address.',
  query: z.object({ token: z.string().min(1).max(400) }),
  output: z.instanceof(Uint8Array),
  media: 'image/webp',
  errors: ['TOKEN_NOTFOUND', 'TOKEN_EXPIRED', 'FORBIDDEN', 'NOT_FOUND'],
})

/** Where a content of one serial number is opened. */
const SerialContent = z.object({
  serialNumber: z.int(),
  contentId: Slug,
  fileType: FileType,
  uri: z.url(),
})

export const listSerialContentUris = endpoint(paths.listSerialContentUris, {
  summary:
    'Of an item, the contents of each token of the caller, lowest serial number first; with `fileType` those of one kind.',
  params: z.object({ itemId: ItemId }),
  query: z.object({ fileType: FileType.optional(), limit: pageQuery.limit, offset: pageQuery.offset }),
  output: listOf(SerialContent),
  errors: ['NOT_FOUND'],
})

export const showContentUrisOfSerial = endpoint(paths.showContentUrisOfSerial, {
  summary:
    'The contents of one serial number. FORBIDDEN when that token is not the caller’s, NOT_FOUND when there is none.',
  params: z.object({ itemId: ItemId, serialNumber: z.coerce.number().int().min(1).max(10_000_000) }),
  query: z.object({ fileType: FileType.optional() }),
  output: listOf(SerialContent),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
