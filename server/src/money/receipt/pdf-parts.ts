import PDFDocument from 'pdfkit'
import { fontFile } from '../../platform/media/font.ts'
import type { Issuer } from './issue.ts'

export type Locale = 'ja' | 'en'
type Doc = PDFKit.PDFDocument

export const left = 56
export const width = 595.28 - 2 * left
export const colour = { text: '#1b1a19', soft: '#6f6b6b', brand: '#2b3a67', line: '#d9d4cb', ground: '#f6f3ed' }

/** One page of A4 in bytes: the same facts are the same bytes. */
export function drawPage(
  facts: { title: string; author: string; locale: Locale; issuedAt: Date },
  draw: (doc: Doc) => void,
): Promise<Uint8Array> {
  const { title, author, locale, issuedAt } = facts
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: left, bottom: 40, left, right: left },
    font: fontFile,
    lang: locale,
    displayTitle: true,
    info: { Title: title, Author: author, Creator: 'Kura', CreationDate: issuedAt },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  draw(doc)
  return new Promise((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
    doc.end()
  })
}

export const numberOf = (number: number): string => String(number).padStart(8, '0')

/** A day of Japan: the law counts those. */
export const dayOf = (locale: Locale, at: string | Date): string =>
  new Date(at).toLocaleDateString(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })

/** Title, number and day of issue, to whom, and what it says of the amount below. */
export function drawHead(
  doc: Doc,
  {
    title,
    number,
    issuedOn,
    to,
    statement,
  }: { title: string; number: string; issuedOn: string; to: string; statement: string },
): void {
  doc.fillColor(colour.brand).fontSize(20).text(title, left, left, { width })
  doc.fillColor(colour.soft).fontSize(9)
  doc.moveDown(0.3)
  doc.text(number, { width, align: 'right' })
  doc.text(issuedOn, { width, align: 'right' })
  doc.moveDown(1)
  doc
    .fillColor(colour.text)
    .fontSize(14)
    .text(to, left, doc.y, { width: width * 0.7 })
  line(doc, doc.y + 4, width * 0.7)
  doc.moveDown(1)
  doc.fontSize(10).text(statement, left, doc.y, { width })
  doc.moveDown(0.6)
}

/** The amount it is about, large. */
export function drawTotal(doc: Doc, name: string, amount: string): void {
  const top = doc.y
  doc.rect(left, top, width, 52).fill(colour.ground)
  doc.fillColor(colour.text).fontSize(11)
  doc.text(name, left + 16, top + 18, { width: width / 2 })
  doc.fontSize(22).text(amount, left + 16, top + 10, { width: width - 32, align: 'right' })
  doc.y = top + 70
}

const columns = [0, 0.58, 0.7, 0.8]

/**
 * Cells of one line of a table, as high as the highest; all but the first to the right. `starts`:
 * where the columns begin, as parts of the width. `gap`: the space below, with the line in it.
 */
export function row(doc: Doc, cells: readonly string[], starts: readonly number[] = columns, gap = 10): void {
  const top = doc.y
  let bottom = top
  for (const [at, cell] of cells.entries()) {
    const x = left + width * (starts[at] ?? 0)
    const until = left + width * (starts[at + 1] ?? 1)
    doc.text(cell, x, top, { width: until - x - (at < cells.length - 1 ? 8 : 0), align: at === 0 ? 'left' : 'right' })
    bottom = Math.max(bottom, doc.y)
  }
  line(doc, bottom + gap * 0.4, width)
  doc.y = bottom + gap
}

/** A name and its amount, in the right half of the page. */
export function amountLine(doc: Doc, name: string, amount: string): void {
  const top = doc.y
  doc.text(name, left + width * 0.4, top, { width: width * 0.4 })
  const bottom = doc.y
  doc.text(amount, left + width * 0.8, top, { width: width * 0.2, align: 'right' })
  doc.y = Math.max(bottom, doc.y) + 3
}

/** A name and its value side by side. */
export function pair(doc: Doc, name: string, value: string): void {
  const top = doc.y
  doc.fillColor(colour.soft).text(name, left, top, { width: 110 })
  const bottom = doc.y
  doc.fillColor(colour.text).text(value, left + 118, top, { width: width - 118 })
  doc.y = Math.max(bottom, doc.y) + 2
}

type IssuerWords = Record<'issuer' | 'invoiceNumber' | 'address' | 'phone', string>

/** Who issued the page, below a line; `words.issuer` says in which part. */
export function drawIssuer(doc: Doc, issuer: Issuer, words: IssuerWords, locale: Locale): void {
  line(doc, doc.y, width)
  doc.y += 10
  pair(doc, words.issuer, issuer.name[locale])
  if (issuer.invoiceNumber !== '') pair(doc, words.invoiceNumber, issuer.invoiceNumber)
  pair(doc, words.address, issuer.address[locale])
  if (issuer.phone !== '') pair(doc, words.phone, issuer.phone)
  if (issuer.email !== '') pair(doc, 'E-mail', issuer.email)
  doc.y += 10
}

export function drawNotes(doc: Doc, notes: readonly string[]): void {
  doc.fillColor(colour.soft).fontSize(8)
  for (const note of notes) doc.text(note, left, doc.y, { width, lineGap: 2 })
}

export const line = (doc: Doc, y: number, length: number): unknown =>
  doc
    .moveTo(left, y)
    .lineTo(left + length, y)
    .lineWidth(0.5)
    .stroke(colour.line)
