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
  numberOf,
  pair,
  row,
  type Locale,
} from './pdf-parts.ts'
import { statementWords } from './statement-words.ts'
import type { StatementWords } from './statement-words.ts'
import type { Statement, StatementDetails } from './statement.ts'

type Page = { doc: PDFKit.PDFDocument; details: StatementDetails; words: StatementWords; locale: Locale }

/**
 * A statement to a seller as PDF, one page of A4. The same statement in the same language is the
 * same bytes.
 */
export function drawStatement(statement: Statement, locale: Locale): Promise<Uint8Array> {
  const { kind, details, issuedAt } = statement
  const words = statementWords[locale]
  const title = words[kind][details.issuer.invoiceNumber === '' ? 'plainTitle' : 'title']
  const number = numberOf(statement.number)
  const facts = { title: `${title} ${number}`, author: details.issuer.name[locale], locale, issuedAt }
  return drawPage(facts, (doc) => {
    const page: Page = { doc, details, words, locale }
    drawHead(doc, {
      title,
      number: `${words.number} ${number}`,
      issuedOn: `${words.issuedOn} ${dayOf(locale, issuedAt)}`,
      to: words.to(details.addressee),
      statement: words[kind].statement,
    })
    drawTotal(doc, words[kind].total, formatYen(details.proceedsYen))
    drawParts(page)
    drawTaxes(page)
    drawFacts(page)
    drawIssuer(doc, details.issuer, words, locale)
    drawNotes(doc, notesOf(page))
  })
}

function drawParts({ doc, details, words, locale }: Page): void {
  const { name, priceYen, feeYen, contentAccessYen, royaltyYen, taxes } = details
  const rate = `${taxes[0]?.percent ?? 0}%`
  doc.fillColor(colour.soft).fontSize(9)
  row(doc, [words.content, words.quantity, words.rate, words.amount])
  doc.fillColor(colour.text).fontSize(10)
  row(doc, [words.price(name[locale]), '1', '–', formatYen(priceYen)])
  const parts = [
    [words.fee, rate, feeYen],
    [words.contentAccess, rate, contentAccessYen],
    [words.royalty, '–', royaltyYen],
  ] as const
  for (const [what, taxRate, yen] of parts) if (yen > 0) row(doc, [what, '1', taxRate, `−${formatYen(yen)}`])
  doc.y += 14
}

function drawTaxes({ doc, details, words }: Page): void {
  doc.fontSize(10)
  amountLine(doc, words.kept, formatYen(details.totalYen))
  for (const { percent, totalYen, taxYen } of details.taxes) {
    amountLine(doc, words.taxable(percent), formatYen(totalYen))
    amountLine(doc, words.tax(percent), formatYen(taxYen))
  }
  doc.y += 10
}

function drawFacts({ doc, details, words, locale }: Page): void {
  const { deliveredAt, clearsAt, undoneAt, amends, tradeId } = details
  const facts = [
    [words.deliveredOn, dayOf(locale, deliveredAt)],
    undoneAt === null ? [words.clearsOn, dayOf(locale, clearsAt)] : [words.undoneOn, dayOf(locale, undoneAt)],
    ...(amends === null ? [] : [[words.amends, numberOf(amends)]]),
    [words.trade, tradeId],
  ]
  doc.fontSize(9)
  for (const [name = '', value = ''] of facts) pair(doc, name, value)
  doc.y += 14
}

function notesOf({ details, words: { notes } }: Page): string[] {
  return [
    ...(details.undoneAt === null ? [notes.clearing] : []),
    details.issuer.invoiceNumber === '' ? notes.unregistered : notes.standardRate,
    ...(details.isSellerRegistered ? [notes.copy] : []),
  ]
}
