import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawFile } from '../../platform/http/on.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import { contentDirOf } from './make-page.ts'
import { markPage } from './mark-page.ts'
import { readPageToken } from './page-address.ts'
import { findOpened, findPage, readSeconds } from './queries.ts'
import type { PageFile } from './queries.ts'

type Library = { sql: Db; secret: string }

// of this process: a page that is turned back to is marked once
const marked = new Map<string, Buffer>()
const markedMost = 64
const inTurn = limitConcurrency({ most: 2, mostWaiting: 64, code: 'SERVICE_UNAVAILABLE' })

/**
 * The picture behind a signed token, with the mark of its reader. Fails as `openPage` does, with
 * TOO_MANY_REQUESTS for a member who reads faster than a person can, and SERVICE_UNAVAILABLE while
 * too many pages are marked or the folder of contents is away.
 */
export async function sendPage({ sql, env, log }: Pick<Deps, 'sql' | 'env' | 'log'>, token: string): Promise<RawFile> {
  const page = await openPage({ sql, secret: env.CONTENT_LINK_SECRET }, token)
  const key = `${page.file} ${page.memberId} ${page.serial}`
  let picture = marked.get(key)
  if (!picture) {
    await limitRate({ sql }, 'contentPagePerMember', page.memberId)
    picture = await inTurn(async () => {
      const path = join(contentDirOf(env), `${page.file}.webp`)
      const plain = await readFile(path).catch((error: unknown) => {
        // a page that was replaced a moment ago, or a folder that is not mounted
        log.error({ err: error }, 'a page of an ebook cannot be read')
        throw new AppError('SERVICE_UNAVAILABLE')
      })
      return markPage(plain, page)
    })
    marked.set(key, picture)
    const [oldest] = marked.keys()
    if (marked.size > markedMost && oldest !== undefined) marked.delete(oldest)
  }
  return { rawFile: picture, bytes: picture.length, name: 'page.webp' }
}

/**
 * The file behind a signed token and the serial it is marked with. A valid signature is not
 * enough: the right is read again, so an address stops working in the block in which the token
 * moves. Fails with TOKEN_NOTFOUND, TOKEN_EXPIRED, FORBIDDEN, or NOT_FOUND for a page not there.
 */
export async function openPage(
  { sql, secret }: Library,
  token: string,
): Promise<PageFile & { memberId: string; serial: number }> {
  const subject = readPageToken(secret, token, await readSeconds(sql))
  const opened = await findOpened(sql, subject)
  ensure(opened, 'FORBIDDEN')
  const page = await findPage(sql, subject.contentId, subject.page)
  ensure(page, 'NOT_FOUND')
  return { ...page, memberId: subject.memberId, serial: opened.serial }
}
