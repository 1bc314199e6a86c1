import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { indexPage, jsonFile, partPage } from './export-pages.ts'
import type { IndexEntry } from './export-pages.ts'
import type { ExportPart, ExportRow, Locale } from './part.ts'

/** A picture or another file of the member that goes into the archive as it is. */
export type ExportFile = { name: string; path: string }
export type ArchiveContent = {
  /** The name of the site, for the headings. */
  site: string
  locale: Locale
  at: Date
  parts: readonly ExportPart[]
  /** The rows of a part; called twice for each, for its data and for its page. */
  rowsOf: (part: ExportPart) => AsyncIterable<ExportRow[]>
  files: readonly ExportFile[]
  /** Called after each part and between pieces of a long one; what it throws ends the writing. */
  onProgress: (partsDone: number) => Promise<void>
}

/**
 * Writes one ZIP of all parts, each as JSON and as a page, to a new file, and returns its size. It
 * holds one piece of rows in memory at a time. A failure leaves no file.
 */
export async function writeArchive(path: string, content: ArchiveContent): Promise<number> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const written = pipeline(output, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  // the failure of a source ends the archive, and the other way round
  zip.on('error', (error: Error) => output.destroy(error))
  const early = written.then(() => {
    throw new Error('the archive ended early')
  })
  early.catch(() => {})
  const options = { mtime: content.at, mode: 0o100644 }
  const add = async (name: string, source: AsyncIterable<string>): Promise<void> => {
    const stream = Readable.from(source, { objectMode: false })
    zip.addReadStream(stream, name, options)
    await Promise.race([finished(stream), early])
  }
  try {
    const entries: IndexEntry[] = []
    for (const [done, part] of content.parts.entries()) {
      let count = 0
      const counted = async function* (): AsyncGenerator<ExportRow[]> {
        count = 0
        for await (const rows of content.rowsOf(part)) {
          await content.onProgress(done)
          count += rows.length
          yield rows
        }
      }
      await add(`data/${part.name}.json`, jsonFile(part, counted(), content))
      await add(`pages/${part.name}.html`, partPage(part, counted(), content))
      entries.push({ part, count })
      await content.onProgress(done + 1)
    }
    for (const { name, path: from } of content.files)
      zip.addFile(from, `files/${name}`, { ...options, compress: false })
    await add('index.html', once(indexPage(entries, content)))
    zip.end()
    await written
  } catch (error) {
    output.destroy()
    await written.catch(() => {})
    await rm(path, { force: true })
    throw error
  }
  return (await stat(path)).size
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
