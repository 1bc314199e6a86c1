import { fileURLToPath } from 'node:url'
import { formatYen } from '@kura/contract/money'
import PDFDocument from 'pdfkit'
import type { Receipt, ReceiptDetails } from './receipt-details.ts'
import { receiptWords } from './receipt-words.ts'
import type { ReceiptWords } from './receipt-words.ts'

type Locale = 'ja' | 'en'
type Page = { doc: PDFKit.PDFDocument; details: ReceiptDetails; words: ReceiptWords; locale: Locale; isRefund: boolean }

const font = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'))
const left = 56
const width = 595.28 - 2 * left
const colour = { text: '#1b1a19', soft: '#6f6b6b', brand: '#2b3a67', line: '#d9d4cb', ground: '#f6f3ed' }

/** A receipt as PDF, one page of A4. The same receipt in the same language is the same bytes. */
export function drawReceipt(receipt: Receipt, locale: Locale): Promise<Uint8Array> {
  const { kind, details } = receipt
  const words = receiptWords[locale]
  const title = words[kind][details.issuer.invoiceNumber === '' ? 'plainTitle' : 'title']
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: left, bottom: 40, left, right: left },
    font,
    lang: locale,
    displayTitle: true,
    info: {
      Title: `${title} ${numberOf(receipt.number)}`,
      Author: details.issuer.name[locale],
      Creator: 'Kura',
      CreationDate: receipt.issuedAt,
    },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const page: Page = { doc, details, words, locale, isRefund: kind === 'refund' }
  drawHead(page, title, receipt)
  drawTotal(page)
  drawLines(page)
  drawTaxes(page)
  drawPayments(page)
  drawFacts(page)
  drawIssuer(page)
  drawNotes(page)
  return new Promise((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
    doc.end()
  })
}

const numberOf = (number: number): string => String(number).padStart(8, '0')

// the law counts days of Japan
const dayOf = (locale: Locale, at: string | Date): string =>
  new Date(at).toLocaleDateString(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })

function drawHead({ doc, details, words, locale }: Page, title: string, { kind, number, issuedAt }: Receipt): void {
  doc.fillColor(colour.brand).fontSize(20).text(title, left, left, { width })
  doc.fillColor(colour.soft).fontSize(9)
  doc.moveDown(0.3)
  doc.text(`${words.number} ${numberOf(number)}`, { width, align: 'right' })
  doc.text(`${words.issuedOn} ${dayOf(locale, issuedAt)}`, { width, align: 'right' })
  doc.moveDown(1)
  doc
    .fillColor(colour.text)
    .fontSize(14)
    .text(words.to(details.addressee), left, doc.y, { width: width * 0.7 })
  line(doc, doc.y + 4, width * 0.7)
  doc.moveDown(1)
  doc.fontSize(10).text(words[kind].statement, left, doc.y, { width })
  doc.moveDown(0.6)
}

function drawTotal({ doc, details, words, isRefund }: Page): void {
  const top = doc.y
  doc.rect(left, top, width, 52).fill(colour.ground)
  doc.fillColor(colour.text).fontSize(11)
  doc.text(words[isRefund ? 'refund' : 'receipt'].total, left + 16, top + 18, { width: width / 2 })
  doc.fontSize(22).text(formatYen(details.totalYen), left + 16, top + 10, { width: width - 32, align: 'right' })
  doc.y = top + 70
}

const columns = [0, 0.58, 0.7, 0.8]

function drawLines({ doc, details, words, locale }: Page): void {
  doc.fillColor(colour.soft).fontSize(9)
  row(doc, [words.content, words.quantity, words.rate, words.amount])
  doc.fillColor(colour.text).fontSize(10)
  for (const { name, quantity, taxPercent, totalYen } of details.lines)
    row(doc, [name[locale], String(quantity), `${taxPercent}%`, formatYen(totalYen)])
  doc.y += 14
}

/** Cells of one line of the table, as high as the highest; all but the first to the right. */
function row(doc: PDFKit.PDFDocument, cells: readonly [string, string, string, string]): void {
  const top = doc.y
  let bottom = top
  for (const [at, cell] of cells.entries()) {
    const x = left + width * (columns[at] ?? 0)
    const until = left + width * (columns[at + 1] ?? 1)
    doc.text(cell, x, top, { width: until - x - (at < 3 ? 8 : 0), align: at === 0 ? 'left' : 'right' })
    bottom = Math.max(bottom, doc.y)
  }
  line(doc, bottom + 4, width)
  doc.y = bottom + 10
}

/** A name and its amount, in the right half of the page. */
function amountLine(doc: PDFKit.PDFDocument, name: string, amount: string): void {
  const top = doc.y
  doc.text(name, left + width * 0.4, top, { width: width * 0.4 })
  const bottom = doc.y
  doc.text(amount, left + width * 0.8, top, { width: width * 0.2, align: 'right' })
  doc.y = Math.max(bottom, doc.y) + 3
}

function drawTaxes({ doc, details, words }: Page): void {
  doc.fontSize(10)
  for (const { percent, totalYen, taxYen } of details.taxes) {
    amountLine(doc, words.taxable(percent), formatYen(totalYen))
    amountLine(doc, words.tax(percent), formatYen(taxYen))
  }
  doc.y += 10
}

function drawPayments({ doc, details, words, isRefund }: Page): void {
  doc.fillColor(colour.soft).fontSize(9)
  doc.text(words[isRefund ? 'refund' : 'receipt'].payments, left + width * 0.4, doc.y, { width: width * 0.6 })
  doc.y += 4
  doc.fillColor(colour.text).fontSize(10)
  for (const { by, yen } of details.payments) amountLine(doc, words[isRefund ? 'backTo' : 'by'][by], formatYen(yen))
  doc.y += 10
}

function drawFacts({ doc, details, words, locale }: Page): void {
  const { soldAt, returnedAt, amends, orderId } = details
  const facts = [
    [words.soldOn, dayOf(locale, soldAt)],
    ...(returnedAt === null ? [] : [[words.returnedOn, dayOf(locale, returnedAt)]]),
    ...(amends === null ? [] : [[words.amends, numberOf(amends)]]),
    [words.order, orderId],
  ]
  doc.fontSize(9)
  for (const [name = '', value = ''] of facts) pair(doc, name, value)
  doc.y += 14
}

function pair(doc: PDFKit.PDFDocument, name: string, value: string): void {
  const top = doc.y
  doc.fillColor(colour.soft).text(name, left, top, { width: 110 })
  const bottom = doc.y
  doc.fillColor(colour.text).text(value, left + 118, top, { width: width - 118 })
  doc.y = Math.max(bottom, doc.y) + 2
}

function drawIssuer({ doc, details: { issuer }, words, locale }: Page): void {
  line(doc, doc.y, width)
  doc.y += 10
  pair(doc, words.issuer, issuer.name[locale])
  if (issuer.invoiceNumber !== '') pair(doc, words.invoiceNumber, issuer.invoiceNumber)
  pair(doc, words.address, issuer.address[locale])
  if (issuer.phone !== '') pair(doc, words.phone, issuer.phone)
  if (issuer.email !== '') pair(doc, 'E-mail', issuer.email)
  doc.y += 10
}

function drawNotes({ doc, details, words, isRefund }: Page): void {
  const { points, pointsBack, standardRate, electronic, unregistered } = words.notes
  const usesPoints = details.payments.some(({ by }) => by === 'point')
  const notes = [
    details.issuer.invoiceNumber === '' ? unregistered : standardRate,
    ...(usesPoints ? [isRefund ? pointsBack : points] : []),
    ...(isRefund ? [] : [electronic]),
  ]
  doc.fillColor(colour.soft).fontSize(8)
  for (const note of notes) doc.text(note, left, doc.y, { width, lineGap: 2 })
}

const line = (doc: PDFKit.PDFDocument, y: number, length: number): unknown =>
  doc
    .moveTo(left, y)
    .lineTo(left + length, y)
    .lineWidth(0.5)
    .stroke(colour.line)
