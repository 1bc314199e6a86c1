import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The files of a ZIP as text, by name, in their order. Checks their sums. */
export async function readArchive(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return files
}
