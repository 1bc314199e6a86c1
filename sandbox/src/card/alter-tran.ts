import { checkShop, findTrade, move, refuseAny, type Call, type CallContext } from './call.ts'
import { newTranId } from './exec-tran.ts'
import { jstStamp } from './gateway-clock.ts'
import { CardRefusal } from './refusals.ts'
import { statusMoves, type Trade } from './trade-book.ts'

const kinds = ['SALES', 'VOID', 'RETURN', 'RETURNX'] as const
type Kind = (typeof kinds)[number]

/**
 * Captures an authorisation, or gives a refund: VOID the same day, RETURN the same month, RETURNX
 * later. RETURN and RETURNX with an Amount below the remaining one refund that much, and the trade
 * keeps its state with the rest as its Amount.
 */
export const alterTran: Call = async (context, form) => {
  checkShop(context, form)
  const trade = findTrade(context, form)
  const { JobCd = '', Amount = '' } = form
  const job = kinds.find((kind) => kind === JobCd)
  const returned = job === 'RETURN' || job === 'RETURNX'
  refuseAny([
    ['E01050001', JobCd === ''],
    ['E01050002', JobCd !== '' && !job],
    ['E11010002', trade.status === 'UNPROCESSED' || trade.status === 'AUTHENTICATED'],
    ['E01060001', JobCd === 'SALES' && Amount === ''],
    ['E01060006', !/^\d*$/.test(Amount)],
    ['E01060010', JobCd === 'SALES' && Amount !== '' && Number(Amount) !== trade.amount],
    ['E01060010', returned && Amount !== '' && (Number(Amount) < 1 || Number(Amount) > trade.amount)],
  ])
  if (!job || !isInTime(context, trade, job) || !statusMoves[trade.status].includes(job))
    throw new CardRefusal('E11010003')
  const back = returned && Amount !== '' ? Number(Amount) : trade.amount
  if (returned && back < trade.amount) return alterAnswer(await giveBack(context, trade, back))
  return alterAnswer(await alterWhole(context, trade, job))
}

/** Sets a new amount, higher or lower, for a valid payment. */
export const changeTran: Call = async (context, form) => {
  checkShop(context, form)
  const trade = findTrade(context, form)
  const { JobCd = '', Amount = '', Tax = '' } = form
  const isTaken = trade.status === 'CAPTURE' || trade.status === 'SALES'
  refuseAny([
    ['E01050001', JobCd === ''],
    ['E01060001', Amount === ''],
    ['E01060006', !/^\d*$/.test(Amount)],
    ['E01060005', Amount.length > 7],
    ['E01070006', !/^\d*$/.test(Tax)],
    ['E01070005', Tax.length > 7],
    ['E11010002', trade.status === 'UNPROCESSED' || trade.status === 'AUTHENTICATED'],
  ])
  if (!(isTaken && JobCd === 'CAPTURE') && !(trade.status === 'AUTH' && JobCd === 'AUTH'))
    throw new CardRefusal('E11010003')
  refuseAny([['E01060010', Number(Amount) < 1]])
  const amount = Number(Amount)
  const tax = Number(Tax)
  const more = isTaken ? amount + tax - trade.amount - trade.tax : 0
  const changed = await move(context, trade, trade.status, {
    amount,
    tax,
    capturedAmount: trade.capturedAmount + Math.max(more, 0),
    refundedAmount: trade.refundedAmount + Math.max(-more, 0),
    ...newMovement(context),
  })
  return alterAnswer(changed)
}

function isInTime(context: CallContext, trade: Trade, job: Kind): boolean {
  const paidOn = (trade.paidDate || trade.processDate).slice(0, 8)
  const today = jstStamp(context.clock()).slice(0, 8)
  if (job === 'VOID') return paidOn === today
  if (job === 'RETURN') return paidOn.slice(0, 6) === today.slice(0, 6)
  return job === 'SALES' || paidOn.slice(0, 6) !== today.slice(0, 6)
}

const newMovement = (context: CallContext) => ({
  tranId: newTranId(context.clock()),
  tranDate: jstStamp(context.clock()),
})

const giveBack = (context: CallContext, trade: Trade, amount: number) =>
  move(context, trade, trade.status, {
    amount: trade.amount - amount,
    refundedAmount: trade.refundedAmount + (trade.capturedAmount > 0 ? amount : 0),
    ...newMovement(context),
  })

const alterWhole = (context: CallContext, trade: Trade, job: Kind) =>
  move(context, trade, job, {
    jobCd: job,
    tranDate: jstStamp(context.clock()),
    ...(job === 'SALES'
      ? { capturedAmount: trade.amount + trade.tax, paidDate: jstStamp(context.clock()) }
      : { refundedAmount: trade.capturedAmount }),
  })

const alterAnswer = (trade: Trade) => ({
  AccessID: trade.accessId,
  AccessPass: trade.accessPass,
  Forward: trade.forward,
  Approve: trade.approve,
  TranID: trade.tranId,
  TranDate: trade.tranDate,
})
