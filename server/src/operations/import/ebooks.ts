import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { unzipSync } from 'fflate'
import { makePage } from '../../library/content/make-page.ts'
import type { MadePage } from '../../library/content/make-page.ts'
import { decodePicture, inspectPicture, pictureId, PictureError } from '../../platform/media/make-sizes.ts'
import type { EbookEntry } from './catalogue.ts'
import type { Fault } from './faults.ts'
import { pagesOfPdf } from './pdf-pages.ts'

/** A page where it comes from; its bytes are read when they are needed. */
type PageSource = { name: string; id: string; read: () => Promise<Buffer> }
/** The pages of each ebook, by its id, in the order of reading. */
export type Ebooks = Map<string, PageSource[]>

const pageName = /\.(jpe?g|png|webp|avif)$/i
const archiveBytesMost = 400_000_000
const pageBytesMost = 40_000_000
const pagesMost = 1000

/**
 * Checks every page of the ebooks that a catalogue names: a folder of pictures or a CBZ file in the
 * order of their names, or a PDF file. Each fault is at the entry that names them. `isWhole` decodes them too.
 */
export async function checkEbooks(
  folder: string,
  entries: readonly EbookEntry[],
  { faults, isWhole }: { faults: Fault[]; isWhole: boolean },
): Promise<Ebooks> {
  const ebooks: Ebooks = new Map()
  for (const { id, pages: ref } of entries) {
    if (!ref) continue
    const fault = (message: string): void => void faults.push({ ...ref.place, message: `pages: ${message}` })
    const found = await pagesIn(folder, ref.path)
    if (typeof found === 'string') {
      fault(found)
      continue
    }
    const sources: PageSource[] = []
    for (const page of found) {
      try {
        const bytes = await page.read()
        await inspectPicture(bytes)
        if (isWhole) await decodePicture(bytes)
        sources.push({ ...page, id: await pictureId(bytes) })
      } catch (error) {
        if (!(error instanceof PictureError)) throw error
        fault(`"${ref.path}" has a page "${page.name}" that ${error.message}`)
      }
    }
    ebooks.set(id, sources)
  }
  return ebooks
}

/** Stores the pages of all ebooks; one that cannot be decoded is a fault at its ebook. */
export async function makeEbooks(
  contentDir: string,
  ebooks: Ebooks,
  entries: readonly EbookEntry[],
  faults: Fault[],
): Promise<Map<string, MadePage[]>> {
  const made = new Map<string, MadePage[]>()
  for (const { id, place } of entries) {
    const pages: MadePage[] = []
    for (const { name, read } of ebooks.get(id) ?? []) {
      try {
        pages.push(await makePage(contentDir, await read()))
      } catch (error) {
        if (!(error instanceof PictureError)) throw error
        faults.push({ ...place, message: `pages: "${name}" ${error.message}` })
      }
    }
    made.set(id, pages)
  }
  return made
}

type Found = Omit<PageSource, 'id'>[]

/** The pages at a path inside the folder; a text that says what is wrong. */
async function pagesIn(folder: string, path: string): Promise<Found | string> {
  const file = await pathInside(folder, path)
  if (file === undefined) return `there is no folder, CBZ or PDF file "${path}" in the folder`
  const { size, isFolder } = await stat(file).then((found) => ({ size: found.size, isFolder: found.isDirectory() }))
  const isPdf = /\.pdf$/i.test(path)
  if (!isFolder && !isPdf && !/\.(cbz|zip)$/i.test(path))
    return `"${path}" is neither a folder of pictures nor a CBZ or PDF file`
  if (!isFolder && size > archiveBytesMost) return `"${path}" is larger than ${archiveBytesMost / 1_000_000} MB`
  const pages = await (isFolder ? pagesOfFolder : isPdf ? pagesOfPdf : pagesOfArchive)(file).catch(pictureFault)
  if (typeof pages === 'string') return `"${path}" ${pages}`
  if (pages.length === 0) return `"${path}" has no ${isPdf ? 'page' : 'picture'}`
  if (pages.length > pagesMost) return `"${path}" has ${pages.length} pages, at most ${pagesMost} fit`
  // page2 before page10
  return pages.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

function pictureFault(error: unknown): string {
  if (error instanceof PictureError) return error.message
  throw error
}

/** The real path of a file inside a folder; undefined when it is not there or leads out of it. */
export async function pathInside(folder: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, path))
    return file.startsWith(root + sep) ? file : undefined
  } catch {
    return undefined
  }
}

async function pagesOfFolder(folder: string): Promise<Found> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && pageName.test(entry.name))
    .map(({ name }) => ({ name, read: () => readFile(join(folder, name)) }))
}

/** Of an archive one page at a time is in memory, however well it was packed. */
async function pagesOfArchive(file: string): Promise<Found> {
  const archive = await readFile(file)
  const names: string[] = []
  try {
    unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        const isPage = pageName.test(name) && !/(^|\/)(\.|__MACOSX)/.test(name)
        if (isPage && originalSize > pageBytesMost) throw new PictureError(`has a page "${name}" that is too large`)
        if (isPage) names.push(name)
        return false
      },
    })
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError('is no CBZ file', { cause: error })
  }
  return names.map((name) => ({
    name,
    read: async () => {
      try {
        const { [name]: bytes = new Uint8Array() } = unzipSync(archive, { filter: (entry) => entry.name === name })
        return Buffer.from(bytes)
      } catch (error) {
        throw new PictureError('cannot be unpacked', { cause: error })
      }
    },
  }))
}
