import { readdir, readFile } from 'node:fs/promises'
import { plainPicture } from './catalogue-world.ts'
import type { CatalogueWorld } from './catalogue-world.ts'

const demo = new URL('../../../catalogue/', import.meta.url)

/** A copy of the demo catalogue whose pictures are plain, because drawn ones take long to resize. */
export async function demoFolder(world: Pick<CatalogueWorld, 'folder'>): Promise<string> {
  const files: Record<string, string | Buffer | null> = {}
  for (const name of await readdir(demo))
    if (name.endsWith('.yaml')) files[name] = await readFile(new URL(name, demo), 'utf8')
  const pictures = await readdir(new URL('media/', demo))
  const picture = await plainPicture(10)
  for (const name of pictures) files[`media/${name}`] = picture
  for (const name of await readdir(new URL('contents/', demo), { recursive: true })) {
    const path = `contents/${name}`
    if (name.endsWith('.webp')) files[path] = picture
    else if (/\.\w+$/.test(name)) files[path] = await readFile(new URL(path, demo))
  }
  return world.folder(files)
}
