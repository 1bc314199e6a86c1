import { formatYen } from '@kura/contract/money'
import {
  amountLine,
  colour,
  dayOf,
  drawHead,
  drawIssuer,
  drawNotes,
  drawPage,
  drawTotal,
  left,
  numberOf,
  pair,
  row,
  width,
  type Locale,
} from './pdf-parts.ts'
import { receiptWords } from './receipt-words.ts'
import type { ReceiptWords } from './receipt-words.ts'
import { isQualified } from './receipt.ts'
import type { Receipt, ReceiptDetails } from './receipt.ts'

type Page = { doc: PDFKit.PDFDocument; details: ReceiptDetails; words: ReceiptWords; locale: Locale; isRefund: boolean }

/** A receipt as PDF, one page of A4. The same receipt in the same language is the same bytes. */
export function drawReceipt(receipt: Receipt, locale: Locale): Promise<Uint8Array> {
  const { kind, details, issuedAt } = receipt
  const words = receiptWords[locale]
  const title = words[kind][isQualified(details) ? 'title' : 'plainTitle']
  const number = numberOf(receipt.number)
  const facts = { title: `${title} ${number}`, author: details.issuer.name[locale], locale, issuedAt }
  return drawPage(facts, (doc) => {
    const page: Page = { doc, details, words, locale, isRefund: kind === 'refund' }
    drawHead(doc, {
      title,
      number: `${words.number} ${number}`,
      issuedOn: `${words.issuedOn} ${dayOf(locale, issuedAt)}`,
      to: words.to(details.addressee),
      statement: words[kind].statement,
    })
    drawTotal(doc, words[kind][hasTax(details) ? 'total' : 'plainTotal'], formatYen(details.totalYen))
    drawLines(page)
    drawTaxes(page)
    drawPayments(page)
    drawFacts(page)
    const { issuer, seller } = details
    // of a member's sale the number stands only on a qualified invoice
    const shown = isQualified(details) ? issuer : { ...issuer, invoiceNumber: '' }
    drawIssuer(doc, shown, { ...words, issuer: seller ? words.intermediary : words.issuer }, locale)
    drawNotes(doc, notesOf(page))
  })
}

/** Whether any part is taxed: a sale by an unregistered seller is not. */
const hasTax = ({ taxes }: ReceiptDetails): boolean => taxes.length > 0

function drawLines({ doc, details, words, locale }: Page): void {
  doc.fillColor(colour.soft).fontSize(9)
  row(doc, [words.content, words.quantity, words.rate, hasTax(details) ? words.amount : words.plainAmount])
  doc.fillColor(colour.text).fontSize(10)
  for (const { name, quantity, taxPercent, totalYen } of details.lines)
    row(doc, [name[locale], String(quantity), taxPercent === null ? '–' : `${taxPercent}%`, formatYen(totalYen)])
  doc.y += 14
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
  const { soldAt, returnedAt, amends, orderId, seller } = details
  const facts = [
    [words.soldOn, dayOf(locale, soldAt)],
    ...(returnedAt === null ? [] : [[words.returnedOn, dayOf(locale, returnedAt)]]),
    ...(amends === null ? [] : [[words.amends, numberOf(amends)]]),
    [words.order, orderId],
    ...(seller ? [[words.seller, seller.name]] : []),
  ]
  doc.fontSize(9)
  for (const [name = '', value = ''] of facts) pair(doc, name, value)
  doc.y += 14
}

function notesOf({ details, words, isRefund }: Page): string[] {
  const { points, plainPoints, pointsBack, standardRate, electronic, unregistered, forSeller, privateSeller } =
    words.notes
  const usesPoints = details.payments.some(({ by }) => by === 'point')
  const ofSeller = details.seller ? [isQualified(details) ? forSeller : privateSeller] : []
  const isUnregistered = details.issuer.invoiceNumber === '' && !details.seller
  return [
    ...ofSeller,
    ...(isUnregistered ? [unregistered] : isQualified(details) ? [standardRate] : []),
    ...(usesPoints ? [isRefund ? pointsBack : hasTax(details) ? points : plainPoints] : []),
    ...(isRefund ? [] : [electronic]),
  ]
}
