import { openOutbox, type Outbox } from '../shared/outbox.ts'
import type { CardFaults } from './card-switches.ts'
import { refusalFields } from './refusals.ts'
import type { Trade } from './trade-book.ts'

export type Notices = Omit<Outbox<never>, 'push'> & { push(trade: Trade): void }

/** Sends a form to the shop after each change of a trade, until the shop answers `0`. */
export async function openNotices(path: string, faults: CardFaults, log: (line: string) => void): Promise<Notices> {
  const outbox = await openOutbox<Record<string, string>>({ path, faults, log, send })
  return { ...outbox, push: (trade) => outbox.push(noticeFields(trade)) }
}

async function send(url: string, fields: Record<string, string>, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), signal })
  return (await answer.text()).trim() === '0' && answer.ok
}

const hidden = '**********'

function noticeFields(trade: Trade): Record<string, string> {
  return {
    ShopID: trade.shopId,
    ShopPass: hidden,
    AccessID: trade.accessId,
    AccessPass: hidden,
    OrderID: trade.orderId,
    Status: trade.status,
    JobCd: trade.jobCd,
    Amount: String(trade.amount),
    Tax: String(trade.tax),
    Currency: 'JPN',
    Forward: trade.forward,
    Method: trade.method,
    PayTimes: trade.payTimes,
    TranID: trade.tranId,
    Approve: trade.approve,
    TranDate: trade.tranDate,
    ...(trade.errInfo ? refusalFields([trade.errInfo]) : { ErrCode: '', ErrInfo: '' }),
    PayType: '0',
  }
}
