import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawSalesReport } from './draw-sales-report.ts'
import { csvLine } from './sales-report.ts'
import { readPdf } from './testing/read-pdf.ts'
import { operator } from './testing/operator.ts'

test('a year with twelve months of large sums is one page', async () => {
  const sums = (sales: number) => ({
    sales,
    priceYen: sales * 12_345,
    feeYen: sales * 1234,
    contentAccessYen: 0,
    taxYen: sales * 112,
    royaltyYen: sales * 617,
    proceedsYen: sales * 10_494,
  })
  const report = {
    addressee: '山田 花子',
    months: Array.from({ length: 12 }, (_, n) => ({ month: n + 1, ...sums(n === 5 ? -2 : 8000) })),
    sold: sums(88_000),
    undone: sums(2),
    paidOut: { payouts: 40, transferredYen: 900_000_000, feeYen: 8000 },
    usedAsPointsYen: 500,
  }
  for (const locale of ['ja', 'en'] as const) {
    const drawn = { year: '2026', issuer: operator, issuedAt: new Date(), sums: report }
    const { lines, pages } = readPdf(await drawSalesReport(drawn, locale))
    assert.equal(pages, 1)
    assert.ok(lines.includes('−¥24,690') && lines.includes('¥1,086,335,310'), lines.join(' | '))
  }
})

test('a cell that a spreadsheet would run is text, and quotes and line breaks stay in their cell', () => {
  for (const evil of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1+1', '＋1', '－1', '＠A', '|cmd'])
    assert.equal(csvLine([evil]), `"'${evil}"\r\n`)
  assert.equal(csvLine(['a "b"\n', -5, null, 'plain = text']), '"a ""b""\n",-5,,"plain = text"\r\n')
})
