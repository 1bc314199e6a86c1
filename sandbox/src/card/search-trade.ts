import { checkShop, refuseAny, type Call } from './call.ts'
import { CardRefusal } from './refusals.ts'

/**
 * The state of an order: the only truth after a lost response. Amount is the rest after partial
 * refunds.
 */
export const searchTrade: Call = async (context, form) => {
  checkShop(context, form)
  refuseAny([['E01040001', !form.OrderID]])
  const trade = context.book.byOrder(form.OrderID ?? '')
  if (!trade) throw new CardRefusal('E01110002')
  await context.book.settled()
  return {
    OrderID: trade.orderId,
    Status: trade.status,
    ProcessDate: trade.processDate,
    JobCd: trade.jobCd,
    AccessID: trade.accessId,
    AccessPass: trade.accessPass,
    ItemCode: trade.itemCode,
    Amount: String(trade.amount),
    Tax: String(trade.tax),
    SiteID: trade.memberId && context.site.id,
    MemberID: trade.memberId,
    CardNo: trade.card?.masked ?? '',
    Expire: trade.card?.expire ?? '',
    Method: trade.method,
    PayTimes: trade.payTimes,
    Forward: trade.forward,
    TranID: trade.tranId,
    Approve: trade.approve,
    ClientField1: trade.clientFields[0],
    ClientField2: trade.clientFields[1],
    ClientField3: trade.clientFields[2],
  }
}
