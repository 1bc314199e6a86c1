import { readFile } from 'node:fs/promises'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { fitted } from '../../library/content/make-page.ts'
import { PictureError } from '../../platform/media/make-sizes.ts'

/** How many times longer than wide a page may be. */
const longest = 10

/**
 * The pages of a PDF file, each drawn as a PNG of the size in which it will be stored when it is
 * read. Fails with a PictureError for a file that is damaged or needs a password.
 */
export async function pagesOfPdf(file: string): Promise<{ name: string; read: () => Promise<Buffer> }[]> {
  const document = await openPdf(await readFile(file))
  return Array.from({ length: document.getPageCount() }, (_, at) => ({
    name: `page ${at + 1}`,
    read: () => drawPage(document, at),
  }))
}

async function openPdf(bytes: Buffer): Promise<PDFiumDocument> {
  // WebAssembly of several megabytes: only an import of a PDF needs it
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init()
  try {
    return await library.loadDocument(bytes)
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message)
    throw new PictureError(isLocked ? 'needs a password' : 'is no PDF file that can be read', { cause: error })
  }
}

async function drawPage(document: PDFiumDocument, at: number): Promise<Buffer> {
  try {
    const page = document.getPage(at)
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
    if (!(width > 0 && height > 0) || Math.max(width, height) > longest * Math.min(width, height))
      throw new PictureError('is too long and narrow')
    // far larger than any page: `fitted` only makes smaller
    const size = fitted(width * 1000, height * 1000)
    const { data } = await page.render({ ...size, render: toPng })
    return Buffer.from(data)
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw new PictureError('cannot be drawn', { cause: error })
  }
}

const toPng = ({ data, width, height }: { data: Uint8Array; width: number; height: number }): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
