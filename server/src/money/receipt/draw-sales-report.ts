import type { OperatorView } from '@kura/contract/catalogue/operator'
import { limits } from '@kura/contract/limits'
import { formatYen } from '@kura/contract/money'
import { issuerOf } from './issue.ts'
import {
  amountLine,
  colour,
  dayOf,
  drawHead,
  drawIssuer,
  drawNotes,
  drawPage,
  drawTotal,
  row,
  type Locale,
} from './pdf-parts.ts'
import type { ReportSums, SalesSums } from './report-queries.ts'
import { reportWords } from './report-words.ts'

type Report = { year: string; issuer: OperatorView; issuedAt: Date; sums: ReportSums }

const starts = [0, 0.13, 0.24, 0.43, 0.62, 0.81]
const rowGap = 5
const keptOf = ({ feeYen, contentAccessYen }: SalesSums): number => feeYen + contentAccessYen
const signed = (yen: number): string => (yen < 0 ? `−${formatYen(-yen)}` : formatYen(yen))

/** A member's sales of a year as PDF, one page of A4. */
export function drawSalesReport({ year, issuer, issuedAt, sums }: Report, locale: Locale): Promise<Uint8Array> {
  const words = reportWords[locale]
  const { addressee, months, sold, undone, paidOut, usedAsPointsYen } = sums
  const title = words.title(year)
  const sum = subtract(sold, undone)
  return drawPage({ title, author: issuer.name[locale], locale, issuedAt }, (doc) => {
    drawHead(doc, {
      title,
      number: '',
      issuedOn: `${words.issuedOn} ${dayOf(locale, issuedAt)}`,
      to: words.to(addressee),
      statement: words.statement(year),
    })
    drawTotal(doc, words.total, signed(sum.proceedsYen))
    const cells = (name: string, of: SalesSums): string[] => [
      name,
      of.sales.toLocaleString('ja-JP'),
      ...[of.priceYen, keptOf(of), of.royaltyYen, of.proceedsYen].map(signed),
    ]
    // twelve months, facts and notes fit on the page
    doc.fillColor(colour.soft).fontSize(8)
    row(doc, words.columns, starts, rowGap)
    doc.fillColor(colour.text)
    for (const month of months) row(doc, cells(words.month(month.month), month), starts, rowGap)
    row(doc, cells(words.sum, sum), starts, rowGap)
    doc.y += 8
    const facts: [string, string][] = [
      [words.sold, `${words.count(sold.sales)}  ${formatYen(sold.priceYen)}`],
      [words.undone, `${words.count(undone.sales)}  ${formatYen(undone.priceYen)}`],
      [words.kept, signed(keptOf(sum))],
      [words.tax(limits.consumptionTaxPercent), signed(sum.taxYen)],
      [words.royalty, signed(sum.royaltyYen)],
      [words.paidOut, signed(paidOut.transferredYen)],
      [words.payoutFees, signed(paidOut.feeYen)],
      [words.usedAsPoints, signed(usedAsPointsYen)],
    ]
    for (const [name, value] of facts) amountLine(doc, name, value)
    doc.y += 4
    drawIssuer(doc, issuerOf(issuer), words, locale)
    drawNotes(doc, words.notes)
  })
}

const subtract = (from: SalesSums, what: SalesSums): SalesSums => ({
  sales: from.sales - what.sales,
  priceYen: from.priceYen - what.priceYen,
  feeYen: from.feeYen - what.feeYen,
  contentAccessYen: from.contentAccessYen - what.contentAccessYen,
  taxYen: from.taxYen - what.taxYen,
  royaltyYen: from.royaltyYen - what.royaltyYen,
  proceedsYen: from.proceedsYen - what.proceedsYen,
})
