import { rm } from 'node:fs/promises'
import type { Deps } from '../../deps.ts'
import { mediaFiles } from './make-sizes.ts'
import { deleteUnusedMedia } from './queries.ts'

/** Removes a picture and its files, unless a member or the catalogue shows it: equal pictures are one. */
export async function dropPicture({ sql, env }: Pick<Deps, 'sql' | 'env'>, id: string): Promise<void> {
  const dropped = await deleteUnusedMedia(sql, id)
  if (!dropped) return
  for (const file of mediaFiles(env.MEDIA_DIR, dropped)) await rm(file, { force: true })
}
