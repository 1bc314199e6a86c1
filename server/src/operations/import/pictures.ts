import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import {
  decodePicture,
  inspectPicture,
  makeSizes,
  mediaFiles,
  pictureId,
  PictureError,
} from '../../platform/media/make-sizes.ts'
import type { Made } from '../../platform/media/make-sizes.ts'
import type { Catalogue, PictureRef } from './catalogue.ts'
import type { Fault } from './faults.ts'

/**
 * The pictures of a folder by the path its files name: their ids, and where each path is named
 * first.
 */
export type Pictures = Map<string, { id: string; file: string; ref: PictureRef }>

/** How many pictures are made side by side: each takes a core and about a hundred megabytes. */
const atOnce = 2

/**
 * Checks every picture that a catalogue names; missing, unreadable and oversized ones are faults at
 * their entry. `isWhole` decodes them too, for a check that makes no sizes.
 */
export async function checkPictures(
  folder: string,
  catalogue: Catalogue,
  { faults, isWhole }: { faults: Fault[]; isWhole: boolean },
): Promise<Pictures> {
  const { series, items, packs, banners = [], externalProducts = [], events = [] } = catalogue
  const pictures: Pictures = new Map()
  for (const { picture: ref } of [...series, ...items, ...packs, ...banners, ...externalProducts, ...events]) {
    if (!ref) continue
    if (pictures.has(ref.path)) continue
    const fault = (message: string): void => void faults.push({ ...ref.place, message: `picture: ${message}` })
    const file = await fileInside(folder, ref.path)
    if (file === undefined) {
      fault(`there is no file "${ref.path}" in the folder`)
      continue
    }
    const bytes = await readFile(file)
    try {
      await inspectPicture(bytes)
      if (isWhole) await decodePicture(bytes)
      pictures.set(ref.path, { id: await pictureId(bytes), file, ref })
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      fault(`"${ref.path}" ${error.message}`)
    }
  }
  return pictures
}

/** The file of a path, also through links, if it is inside the folder. */
async function fileInside(folder: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, path))
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes the sizes of all pictures that are not `known` with all their files; one that cannot be
 * decoded is a fault.
 */
export async function makePictures(
  mediaDir: string,
  pictures: Pictures,
  known: ReadonlyMap<string, Made>,
  { faults, onDone }: { faults: Fault[]; onDone: (done: number, total: number) => void },
): Promise<Map<string, Made>> {
  const waiting = [...new Map([...pictures.values()].map((picture) => [picture.id, picture])).values()]
  const total = waiting.length
  const made = new Map<string, Made>()
  let done = 0
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const before = known.get(next.id)
      try {
        const isThere = before !== undefined && (await haveAll(mediaFiles(mediaDir, before)))
        made.set(next.id, isThere ? before : await makeSizes(mediaDir, await readFile(next.file)))
      } catch (error) {
        if (!(error instanceof PictureError)) throw error
        faults.push({ ...next.ref.place, message: `picture: "${next.ref.path}" ${error.message}` })
      }
      done += 1
      onDone(done, total)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return made
}

async function haveAll(files: string[]): Promise<boolean> {
  const found = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size > 0,
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}
