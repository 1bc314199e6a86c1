import { open, rm } from 'node:fs/promises'
import { AppError } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import { PictureError, makeSizes, mediaFiles } from './make-sizes.ts'
import type { Made } from './make-sizes.ts'
import { deleteMedia, lockDropped, markDropped } from './queries.ts'

const signatures = [
  { at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) }, // JPEG
  { at: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) }, // PNG
  { at: 8, bytes: Buffer.from('WEBP') },
]

// Decoding takes up to 100 MB of memory and all of a core, so one at a time, and a short line.
const inTurn = limitConcurrency({ most: 1, mostWaiting: 8, code: 'SERVICE_UNAVAILABLE' })

/**
 * Makes the sizes of a member's picture by encoding it again, without its metadata. Its first bytes
 * say what it is. Fails with UNSUPPORTED_MEDIA for anything but a JPEG, PNG or WebP that can be
 * decoded.
 */
export async function makeThumbnail({ env }: Pick<Deps, 'env'>, path: string): Promise<Made> {
  const first = await firstBytes(path)
  const isKnown = signatures.some(({ at, bytes: start }) => first.subarray(at, at + start.length).equals(start))
  if (!isKnown) throw refusal('is no JPEG, PNG or WebP picture')
  try {
    return await inTurn(() => makeSizes(env.MEDIA_DIR, path))
  } catch (error) {
    if (error instanceof PictureError) throw refusal(error.message)
    throw error
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0)
  return buffer.subarray(0, bytesRead)
}

const refusal = (fault: string): AppError =>
  new AppError('UNSUPPORTED_MEDIA', { details: [{ field: 'thumbnail', fault }] })

/**
 * Notes, in the transaction of it, that a member gave up a picture. Call `removeDropped` after the
 * commit.
 */
export const dropPicture = (db: Db, id: string): Promise<unknown> => markDropped(db, id)

/**
 * Removes the pictures that members gave up, with their files, unless a member or the catalogue
 * shows them: equal pictures are one. The files go first, so that a process that dies leaves
 * nothing that no later call finds.
 */
export async function removeDropped({ sql, env }: Pick<Deps, 'sql' | 'env'>): Promise<void> {
  await transaction(sql, async (db) => {
    const dropped = await lockDropped(db, 100)
    for (const picture of dropped)
      for (const file of mediaFiles(env.MEDIA_DIR, picture)) await rm(file, { force: true })
    await deleteMedia(
      db,
      dropped.map(({ id }) => id),
    )
  })
}

/** What the worker does about pictures: what a process that died has not removed. */
export const pictureJobs = [{ name: 'pictures that were given up', everySeconds: 60, run: removeDropped }]
