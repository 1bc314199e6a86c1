import { rm } from 'node:fs/promises'
import type { Deps } from '../../deps.ts'
import { mediaFiles } from './make-sizes.ts'

/** Removes a picture and its files, unless a member or the catalogue shows it: equal pictures are one. */
export async function dropPicture({ sql, env }: Pick<Deps, 'sql' | 'env'>, id: string): Promise<void> {
  const [dropped] = await sql<{ id: string; sizes: number[] }[]>`
    delete from media m
     where m.id = ${id} and not exists (select 1 from members where thumbnail = m.id)
       and not exists (select 1 from series where picture = m.id) and not exists (select 1 from items where picture = m.id)
       and not exists (select 1 from packs where picture = m.id) and not exists (select 1 from banners where picture = m.id)
    returning m.id, m.sizes`
  if (!dropped) return
  for (const file of mediaFiles(env.MEDIA_DIR, dropped)) await rm(file, { force: true })
}
