import { formatYen } from '@kura/contract/money'
import {
  amountLine,
  dayOf,
  drawHead,
  drawIssuer,
  drawNotes,
  drawPage,
  drawTotal,
  numberOf,
  pair,
  type Locale,
} from './pdf-parts.ts'
import type { NumberedPayoutPaper } from './payout-statement.ts'
import { payoutStatementWords } from './report-words.ts'

/**
 * The statement of a payout as PDF, one page of A4. The same statement in the same language is the
 * same bytes.
 */
export function drawPayoutStatement(paper: NumberedPayoutPaper, locale: Locale): Promise<Uint8Array> {
  const { kind, details, issuedAt } = paper
  const { issuer, addressee, taxes, returnedAt, amends } = details
  const words = payoutStatementWords[locale]
  const title = words[kind][issuer.invoiceNumber === '' ? 'plainTitle' : 'title']
  const number = numberOf(paper.number)
  const facts = { title: `${title} ${number}`, author: issuer.name[locale], locale, issuedAt }
  return drawPage(facts, (doc) => {
    drawHead(doc, {
      title,
      number: `${words.number} ${number}`,
      issuedOn: `${words.issuedOn} ${dayOf(locale, issuedAt)}`,
      to: words.to(addressee),
      statement: words[kind].statement,
    })
    drawTotal(doc, words[kind].total, formatYen(details.transferredYen))
    doc.fontSize(10)
    amountLine(doc, words.amount, formatYen(details.amountYen))
    amountLine(doc, words.fee, `−${formatYen(details.totalYen)}`)
    for (const { percent, totalYen, taxYen } of taxes) {
      amountLine(doc, words.taxable(percent), formatYen(totalYen))
      amountLine(doc, words.tax(percent), formatYen(taxYen))
    }
    doc.y += 14
    doc.fontSize(9)
    const lines = [
      [words.payoutNumber, String(details.payoutNumber)],
      [words.bank, details.bank],
      [words.requestedOn, dayOf(locale, details.requestedAt)],
      [words.paidOn, dayOf(locale, details.paidAt)],
      ...(returnedAt === null ? [] : [[words.returnedOn, dayOf(locale, returnedAt)]]),
      ...(amends === null ? [] : [[words.amends, numberOf(amends)]]),
    ]
    for (const [name = '', value = ''] of lines) pair(doc, name, value)
    doc.y += 14
    drawIssuer(doc, issuer, words, locale)
    const { standardRate, unregistered } = words.notes
    drawNotes(doc, [issuer.invoiceNumber === '' ? unregistered : standardRate])
  })
}
