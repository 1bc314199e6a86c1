import { openJournal } from '../shared/journal.ts'
import type { Outcome } from './magic-cards.ts'

export type JobCd = 'CHECK' | 'CAPTURE' | 'AUTH' | 'SAUTH'
export type TradeStatus = 'UNPROCESSED' | 'AUTHENTICATED' | JobCd | 'SALES' | 'VOID' | 'RETURN' | 'RETURNX'
export type Verdict = 'approved' | 'failed' | 'cancelled'
export type Challenge = {
  id: string
  retUrl: string
  /** 1: the browser comes back by POST; 3: by GET. */
  callbackType: '1' | '3'
  frictionless: boolean
  verdict?: Verdict
}
/** What is kept of a card: never its number, save where it is a play number of the table. */
export type CardFace = { masked: string; expire: string; forward: string; playNumber: string; holderName: string }
export type Trade = {
  accessId: string
  accessPass: string
  shopId: string
  orderId: string
  status: TradeStatus
  /** The job last asked for; it differs from `status` while nothing was paid. */
  jobCd: string
  amount: number
  tax: number
  itemCode: string
  withSecure: boolean
  /** Tds2Type 3: pay without 3-D Secure where the card does not take part in it. */
  payUnsecured: boolean
  processDate: string
  card?: CardFace
  /** The member whose card it is or who is paying; empty = a guest. */
  memberId: string
  outcome?: Outcome
  method: string
  payTimes: string
  clientFields: [string, string, string]
  challenge?: Challenge
  forward: string
  approve: string
  tranId: string
  tranDate: string
  /**
   * The day the money was taken or last claimed, which VOID, RETURN and RETURNX are counted from;
   * empty = never.
   */
  paidDate: string
  /** Yen taken in all, and yen of it refunded. `amount` is what is left of the payment. */
  capturedAmount: number
  refundedAmount: number
  /** Why the last step was refused. */
  errInfo?: string
  history: { at: string; status: TradeStatus; errInfo?: string }[]
}

/** What may follow what once the card was asked; anything else is refused. */
export const statusMoves: Record<TradeStatus, readonly TradeStatus[]> = {
  UNPROCESSED: ['AUTHENTICATED', 'CHECK', 'CAPTURE', 'AUTH', 'SAUTH'],
  AUTHENTICATED: ['AUTHENTICATED', 'CHECK', 'CAPTURE', 'AUTH', 'SAUTH'],
  CHECK: [],
  CAPTURE: ['VOID', 'RETURN', 'RETURNX'],
  AUTH: ['SALES', 'VOID', 'RETURN', 'RETURNX'],
  SAUTH: ['VOID', 'RETURN', 'RETURNX'],
  SALES: ['VOID', 'RETURN', 'RETURNX'],
  VOID: [],
  RETURN: [],
  RETURNX: [],
}

export type TradeBook = {
  byAccess(accessId: string): Trade | undefined
  byOrder(orderId: string): Trade | undefined
  byChallenge(id: string): Trade | undefined
  all(): Trade[]
  /** Resolves once the trade is on disk. */
  save(trade: Trade): Promise<Trade>
  /**
   * Resolves once everything seen so far is on disk, so that no answer shows what a kill could
   * still take back.
   */
  settled(): Promise<void>
  close(): Promise<void>
}

/** What trades written by an earlier version do not have. */
const laterFields = { memberId: '', paidDate: '', capturedAmount: 0, refundedAmount: 0 }

/**
 * Opens the trades kept in one file. A whole trade is written at each change; the last line of a
 * trade counts.
 */
export async function openTradeBook(path: string): Promise<TradeBook> {
  const trades = new Map<string, Trade>()
  const orders = new Map<string, string>()
  const challenges = new Map<string, string>()
  const take = (trade: Trade) => {
    trades.set(trade.accessId, trade)
    orders.set(trade.orderId, trade.accessId)
    if (trade.challenge) challenges.set(trade.challenge.id, trade.accessId)
  }
  const journal = await openJournal<Trade>(path, (records) => [
    ...new Map(records.map((trade) => [trade.accessId, trade])).values(),
  ])
  for (const trade of journal.records) take({ ...laterFields, ...trade })
  const find = (accessId: string | undefined) => (accessId === undefined ? undefined : trades.get(accessId))
  return {
    byAccess: find,
    byOrder: (orderId) => find(orders.get(orderId)),
    byChallenge: (id) => find(challenges.get(id)),
    all: () => [...trades.values()],
    async save(trade) {
      take(trade)
      await journal.append(trade)
      return trade
    },
    settled: () => journal.settled(),
    close: () => journal.close(),
  }
}
