import { AppError, ensure } from '@kura/contract/errors'
import type { AnswerOf, ParsedOf } from '@kura/contract/endpoint'
import type * as contract from '@kura/contract/library/content'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { ensureOpen } from '../../identity/member/ensure-full-member.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { pageAddressSeconds, signPage } from './page-address.ts'
import * as contents from './queries.ts'
import type { Opened, OwnedSubject } from './queries.ts'

type Library = Pick<Deps, 'sql' | 'env'>
type Page = { limit?: number | undefined; offset?: number | undefined }

const pageOf = ({ limit, offset }: Page) => ({ limit: limit ?? limits.pageSize, offset: offset ?? 0 })

/** The token and the content that an address names, and who calls. */
export const subjectOf = ({ memberId }: Viewer, ownerContentId: string): OwnedSubject => {
  const cut = ownerContentId.indexOf('_')
  return { memberId, refId: ownerContentId.slice(0, cut), contentId: ownerContentId.slice(cut + 1) }
}

/** What the caller opens; nothing without a session. */
export async function listContents(
  { sql }: Library,
  viewer: Viewer | undefined,
  page: Page,
): Promise<AnswerOf<typeof contract.listContents>> {
  return { items: viewer ? await contents.listOwned(sql, viewer.memberId, pageOf(page)) : [] }
}

/** The contents of an item, and which of them the caller opens. Fails with NOT_FOUND. */
export async function listOwnerContents(
  { sql }: Library,
  viewer: Viewer | undefined,
  itemId: string,
): Promise<AnswerOf<typeof contract.listOwnerContents>> {
  const items = await contents.listOfItem(sql, itemId, viewer?.memberId ?? null)
  ensure(items.length > 0 || (await contents.hasItem(sql, itemId)), 'NOT_FOUND')
  return { items }
}

/** The address of the reader. Fails with FORBIDDEN and, for what is no ebook, NOT_FOUND. */
export async function showViewerUrl(
  { sql, env }: Library,
  viewer: Viewer,
  ownerContentId: string,
): Promise<{ viewerUrl: string }> {
  const { kind } = await getOpened(sql, subjectOf(viewer, ownerContentId))
  ensure(kind === 'ebook', 'NOT_FOUND')
  return { viewerUrl: readerUrl(env, ownerContentId) }
}

const readerUrl = ({ PUBLIC_URL }: Deps['env'], ownerContentId: string): string =>
  new URL(`/library/${ownerContentId}`, PUBLIC_URL).href
/** The address of the player. */
const playerUrl = ({ PUBLIC_URL }: Deps['env'], ownerContentId: string): string =>
  new URL(`/watch/${ownerContentId}`, PUBLIC_URL).href

/** An ebook with signed addresses of its pages. Fails as `showViewerUrl` does. */
export async function showEbook(
  { sql, env }: Library,
  viewer: Viewer,
  ownerContentId: string,
): Promise<AnswerOf<typeof contract.showEbook>> {
  const subject = subjectOf(viewer, ownerContentId)
  const owned = await contents.findOwned(sql, subject)
  if (!owned) throw await refusalOf(sql, subject)
  ensure(owned.fileType === 'ebook', 'NOT_FOUND')
  const now = await contents.readSeconds(sql)
  const pages = await contents.listPages(sql, subject.contentId)
  return {
    ...owned,
    pages: pages.map((page) => ({
      ...page,
      url: `/api/v1/drm/ebook-page?token=${signPage(env.CONTENT_LINK_SECRET, { ...subject, page: page.page }, now)}`,
    })),
    expiresAt: new Date((now + pageAddressSeconds) * 1000).toISOString(),
  }
}

/** Keeps where the caller reads. Fails with FORBIDDEN and, for a page that is not there, NOT_FOUND. */
export async function keepPlace(
  { sql }: Library,
  viewer: Viewer,
  { params, body }: ParsedOf<typeof contract.keepPlace>,
): Promise<{ page: number }> {
  const subject = subjectOf(viewer, params.ownerContentId)
  await limitRate({ sql }, 'contentPerMember', viewer.memberId)
  await transaction(sql, async (db) => {
    await ensureOpen(db, viewer.memberId)
    await getOpened(db, subject)
    ensure(await contents.upsertPlace(db, viewer.memberId, subject.contentId, body.page), 'NOT_FOUND')
  })
  return { page: body.page }
}

/**
 * Of an item, the contents of each token of the caller. With `serialNumber` of that one, which
 * fails with FORBIDDEN when it is not the caller's; NOT_FOUND when the item or token is not there.
 */
export async function listSerialContents(
  { sql, env }: Library,
  { memberId }: Viewer,
  given: { itemId: string; serialNumber?: number; fileType?: 'ebook' | 'video' | undefined } & Page,
): Promise<AnswerOf<typeof contract.listSerialContentUris>> {
  const { itemId, serialNumber: serial, fileType } = given
  if (serial === undefined) ensure(await contents.hasItem(sql, itemId), 'NOT_FOUND')
  else {
    const found = await contents.findSerial(sql, { memberId, itemId, serial })
    ensure(found, 'NOT_FOUND')
    ensure(found.isOwn, 'FORBIDDEN')
  }
  const items = await contents.listSerialContents(sql, { memberId, itemId, fileType, serial, ...pageOf(given) })
  return {
    items: items.map(({ ownerContentId, ...item }) => ({
      ...item,
      uri: (item.fileType === 'video' ? playerUrl : readerUrl)(env, ownerContentId),
    })),
  }
}

/** What a token opens to a member now. Fails with FORBIDDEN, or NOT_FOUND when there is no such content. */
export async function getOpened(db: Db, subject: OwnedSubject): Promise<Opened> {
  const opened = await contents.findOpened(db, subject)
  if (!opened) throw await refusalOf(db, subject)
  return opened
}

const refusalOf = async (db: Db, subject: OwnedSubject): Promise<AppError> =>
  new AppError((await contents.isContentOf(db, subject)) ? 'FORBIDDEN' : 'NOT_FOUND')
