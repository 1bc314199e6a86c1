import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { withSql } from './with-sql.ts'

const usage = 'npm run kura -- market report [--days <1 to 365>] [--json]'

/**
 * Lists trades that suggest members trading with themselves, and members who sell as a business,
 * declared or not.
 */
export async function market(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const days = Number(values.days ?? '30')
  if (positionals.join(' ') !== 'report' || !Number.isInteger(days) || days < 1 || days > 365)
    throw new Problem('What is to be reported of the market?', usage)
  const { reportMarket } = await import('@kura/server/market/trade/flag-trades')
  await withSql(async (sql) => {
    const report = await reportMarket({ sql }, days)
    if (values.json) return console.log(JSON.stringify(report, null, 2))
    console.log(`odd trades of the last ${days} days: ${report.flags.length}`)
    for (const { listingId, rule, details, priceYen, itemId, serial, sellerAddress, buyerAddress } of report.flags)
      console.log(
        `  ${listingId}  ${rule}: ${details}; ${itemId} #${serial} for ${priceYen} yen from ${sellerAddress} to ${buyerAddress ?? '-'}`,
      )
    console.log(`sell by trade: ${report.professionals.length}`)
    for (const { memberId, name, isComplete, openListings } of report.professionals)
      console.log(
        `  ${memberId}  ${oneLine(name)}, ${openListings} listings${isComplete ? '' : '; the notice is not complete'}`,
      )
    console.log(`private members who sold often: ${report.busySellers.length}`)
    for (const { memberId, sold, volumeYen } of report.busySellers)
      console.log(`  ${memberId}  ${sold} sales for ${volumeYen} yen`)
  })
}

// a member's text must not control the operator's terminal
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { days: { type: 'string' }, json: { type: 'boolean' } },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
