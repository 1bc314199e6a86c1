import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ensure } from '@kura/contract/errors'
import type { ExportView } from '@kura/contract/identity/export'
import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { definePort } from '../../platform/event.ts'
import { writeArchive } from '../../platform/export/archive.ts'
import type { ExportFile } from '../../platform/export/archive.ts'
import type { ExportPart } from '../../platform/export/part.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawFile, Viewer } from '../../platform/http/on.ts'
import { mediaFiles } from '../../platform/media/make-sizes.ts'
import { listMedia } from '../../platform/media/queries.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { step } from '../../platform/step.ts'
import { ensureOpen } from '../member/ensure-full-member.ts'
import { findExportedMember } from '../member/parts-queries.ts'
import { notifyAccount } from '../notification/notify.ts'
import * as exports from './queries.ts'
import type { ClaimedExport } from './queries.ts'

/** What an export consists of, in its order: every module adds the parts about its own tables. */
export const exportParts = definePort<readonly ExportPart[]>('ExportParts')

type WriteDeps = Pick<Deps, 'sql' | 'env' | 'log' | 'metrics'>

const folderOf = ({ env }: Pick<Deps, 'env'>): string => env.EXPORT_DIR || join(env.KURA_HOME, 'exports')
const fileOf = (deps: Pick<Deps, 'env'>, id: string): string => join(folderOf(deps), `${id}.zip`)

const none: ExportView = {
  state: 'none',
  done: 0,
  total: 0,
  requestedAt: null,
  expiresAt: null,
  bytes: null,
  isOfThisSession: true,
}

/** The member's last export. */
export const showExport = async ({ sql }: Pick<Deps, 'sql'>, { memberId, familyId }: Viewer): Promise<ExportView> =>
  (await exports.findView(sql, memberId, familyId)) ?? none

/** Requests an export for the caller's session. Fails with EXPORT_RUNNING. */
export async function requestExport(deps: Pick<Deps, 'sql'>, viewer: Viewer): Promise<ExportView> {
  const { memberId, familyId } = viewer
  const running = await exports.findView(deps.sql, memberId, familyId)
  ensure(running?.state !== 'requested' && running?.state !== 'writing', 'EXPORT_RUNNING')
  await limitRate(deps, 'exportPerMember', memberId)
  const total = exportParts.call.length
  const isNew = await transaction(deps.sql, async (db) => {
    await ensureOpen(db, memberId)
    return exports.insert(db, { id: newId(), memberId, familyId, total })
  })
  ensure(isNew, 'EXPORT_RUNNING')
  return showExport(deps, viewer)
}

/**
 * The finished file, for the session that requested it. Fails with NOT_FOUND and, in another
 * session, with FORBIDDEN.
 */
export async function downloadExport(
  deps: Pick<Deps, 'sql' | 'env'>,
  { memberId, familyId }: Viewer,
): Promise<RawFile> {
  const ready = await exports.findReady(deps.sql, memberId)
  ensure(ready, 'NOT_FOUND')
  ensure(ready.familyId === familyId, 'FORBIDDEN')
  const path = fileOf(deps, ready.id)
  const found = await stat(path).catch(() => undefined)
  ensure(found, 'NOT_FOUND')
  const day = ready.requestedAt.toLocaleDateString('sv-SE', { timeZone: 'Asia/Tokyo' })
  return { rawFile: createReadStream(path), bytes: found.size, name: `kura-data-${day}.zip` }
}

/**
 * Writes the exports that wait, one after the other. A try writes to a file of its own, which gets
 * its final name once it is whole: a worker that dies leaves no half export, and the next one begins
 * again. Returns how many are ready.
 */
export async function writeExports(deps: WriteDeps): Promise<number> {
  let ready = 0
  for (let next = await exports.claimDue(deps.sql); next; next = await exports.claimDue(deps.sql))
    if (await writeOne(deps, next).catch((error: unknown) => noteFailure(deps, next, error))) ready += 1
  return ready
}

async function writeOne(deps: WriteDeps, claimed: ClaimedExport): Promise<boolean> {
  await mkdir(folderOf(deps), { recursive: true, mode: 0o700 })
  const path = join(folderOf(deps), `${claimed.id}.${claimed.tries}.part`)
  const bytes = await step('export.write', () => writeParts(deps, claimed, path))
  await rename(path, fileOf(deps, claimed.id))
  return transaction(deps.sql, 'export.ready', async (db) => {
    if (!(await exports.markReady(db, claimed, bytes))) return false
    await notifyAccount(db, claimed.memberId, 'export-ready')
    const { email, locale } = await exports.findMail(db, claimed.id)
    const link = siteLink(deps.env, '/mypage/export')
    if (email !== null) await queueMail(db, { recipient: email, locale, template: 'export-ready', words: { link } })
    return true
  })
}

const renewedAfterMs = 5000

/** All parts as they were at one moment: one transaction reads them. */
async function writeParts(deps: WriteDeps, claimed: ClaimedExport, path: string): Promise<number> {
  let [noted, renewedAt] = [0, performance.now()]
  const onProgress = async (done: number): Promise<void> => {
    if (done === noted && performance.now() - renewedAt < renewedAfterMs) return
    noted = done
    renewedAt = performance.now()
    if (!(await exports.keepProgress(deps.sql, claimed, done))) throw new Error('another worker has this export')
  }
  return exports.readSnapshot(deps.sql, async (db, at) => {
    const member = await findExportedMember(db, claimed.memberId)
    if (!member) throw new Error('the account is deleted')
    const files = await filesOf(deps, db, member.thumbnail)
    const { locale } = claimed
    const content = { site: deps.env.SITE_NAME, locale, at, parts: exportParts.call, files, onProgress }
    return writeArchive(path, { ...content, rowsOf: (part) => part.read(db, member) })
  })
}

/** The member's own uploads: the largest size of the picture. */
async function filesOf({ env }: Pick<Deps, 'env'>, db: Db, thumbnail: string | null): Promise<ExportFile[]> {
  if (thumbnail === null) return []
  const [made] = await listMedia(db, [thumbnail])
  const path = made && mediaFiles(env.MEDIA_DIR, made).at(-1)
  const isThere =
    path !== undefined &&
    (await stat(path).then(
      () => true,
      () => false,
    ))
  return isThere ? [{ name: `picture-${basename(path)}`, path }] : []
}

async function noteFailure(deps: WriteDeps, claimed: ClaimedExport, error: unknown): Promise<false> {
  const message = error instanceof Error ? error.message : String(error)
  deps.log.warn({ err: error, export: claimed.id, tries: claimed.tries }, 'an export was not written')
  if ((await exports.markTried(deps.sql, claimed, message)) === 'failed')
    await raiseAlarm(deps, { kind: 'export-failed', subject: claimed.id, message: `an export failed: ${message}` })
  return false
}

/**
 * Ends exports after their day or with their session, and removes every file that none needs: of
 * ended exports, deleted members and tries that died.
 */
export async function sweepExports(deps: Pick<Deps, 'sql' | 'env'>): Promise<void> {
  await exports.expireOld(deps.sql)
  const folder = folderOf(deps)
  // the folder before the rows: a file that comes meanwhile is not in the list
  const names = await readdir(folder).catch(() => [])
  const files = names.flatMap((name) => {
    const [, id, tries] = /^([0-9a-f-]{36})\.(?:zip|(\d+)\.part)$/.exec(name) ?? []
    return id === undefined ? [] : [{ name, id, tries: tries === undefined ? undefined : Number(tries) }]
  })
  if (files.length === 0) return
  const kept = new Map(
    (
      await exports.listKept(
        deps.sql,
        files.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  for (const { name, id, tries } of files) {
    const row = kept.get(id)
    // while it is written, its final name may already be there
    const isNeeded = row && (tries === undefined || (!row.isReady && tries === row.tries))
    if (!isNeeded) await rm(join(folder, name), { force: true })
  }
}

/** What the worker does about exports. */
export const exportJobs = [
  { name: 'write exports', everySeconds: 1, run: writeExports },
  { name: 'sweep exports', everySeconds: 60, run: sweepExports },
]
