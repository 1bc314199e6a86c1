import { checkShop, findTrade, move, refuseAny, type Call } from './call.ts'
import { jstStamp } from './gateway-clock.ts'
import { CardRefusal } from './refusals.ts'
import { statusMoves } from './trade-book.ts'

/** Sales of an authorisation, or giving the money back: VOID the same day, RETURN the same month, RETURNX later. */
export const alterTran: Call = async (context, form) => {
  checkShop(context, form)
  const trade = findTrade(context, form)
  const { JobCd = '', Amount = '' } = form
  const wanted = (['SALES', 'VOID', 'RETURN', 'RETURNX'] as const).find((job) => job === JobCd)
  refuseAny([
    ['E01050001', JobCd === ''],
    ['E01050002', JobCd !== '' && !wanted],
    ['E11010002', trade.status === 'UNPROCESSED' || trade.status === 'AUTHENTICATED'],
    ['E01060001', JobCd === 'SALES' && Amount === ''],
    ['E01060010', JobCd === 'SALES' && Amount !== '' && Number(Amount) !== trade.amount],
  ])
  const paidOn = trade.processDate.slice(0, 8)
  const today = jstStamp(context.clock()).slice(0, 8)
  const inTime =
    wanted === 'VOID'
      ? paidOn === today
      : wanted === 'RETURN'
        ? paidOn.slice(0, 6) === today.slice(0, 6)
        : wanted === 'RETURNX'
          ? paidOn.slice(0, 6) !== today.slice(0, 6)
          : true
  if (!wanted || !inTime || !statusMoves[trade.status].includes(wanted)) throw new CardRefusal('E11010003')
  const at = jstStamp(context.clock())
  const moved = await move(context, trade, wanted, { jobCd: wanted, tranDate: at })
  return {
    AccessID: moved.accessId,
    AccessPass: moved.accessPass,
    Forward: moved.forward,
    Approve: moved.approve,
    TranID: moved.tranId,
    TranDate: moved.tranDate,
  }
}
