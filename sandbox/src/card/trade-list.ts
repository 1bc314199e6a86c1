import { csv } from '../shared/csv.ts'
import type { Trade, TradeStatus } from './trade-book.ts'

/** The words of the gateway's management screen for the states of a trade. */
const words: Record<TradeStatus, string> = {
  UNPROCESSED: '未決済',
  AUTHENTICATED: '未決済',
  CHECK: '有効性チェック',
  CAPTURE: '即時売上',
  AUTH: '仮売上',
  SAUTH: '簡易オーソリ',
  SALES: '実売上',
  VOID: 'キャンセル',
  RETURN: 'キャンセル',
  RETURNX: 'キャンセル',
}
const headings = ['ショップID', 'オーダーID', '状態', '処理日時', '取引ID', '利用金額', '税送料']

/**
 * The list of trades that a person downloads from the management screen, last step between two days
 * (`yyyyMMdd`, Japan). The screen's words are known; how its file looks is not documented in
 * public, so a shop should take nothing but the order ids from it.
 */
export function tradeList(trades: readonly Trade[], from = '', to = '99991231'): string {
  const chosen = trades.filter(({ processDate }) => processDate >= from && processDate.slice(0, 8) <= to)
  return csv([
    headings,
    ...chosen.map((trade) => [
      trade.shopId,
      trade.orderId,
      words[trade.status],
      readable(trade.processDate),
      trade.accessId,
      trade.amount,
      trade.tax,
    ]),
  ])
}

const readable = (stamp: string) => stamp.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1/$2/$3 $4:$5:$6')
