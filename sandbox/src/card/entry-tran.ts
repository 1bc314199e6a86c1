import { randomBytes } from 'node:crypto'
import { checkShop, isJob, refuseAny, type Call } from './call.ts'
import { jstStamp } from './gateway-clock.ts'
import { CardRefusal } from './refusals.ts'

/** Opens a trade for an order number that was never used. */
export const entryTran: Call = async (context, form) => {
  checkShop(context, form)
  const { OrderID = '', JobCd, Amount = '', Tax = '' } = form
  const isCheck = JobCd === 'CHECK'
  refuseAny([
    ['E01040001', OrderID === ''],
    ['E01040003', OrderID.length > 27],
    ['E01040013', !/^[A-Za-z0-9-]*$/.test(OrderID)],
    ['E01050001', !JobCd],
    ['E01050002', Boolean(JobCd) && !isJob(JobCd)],
    ['E01060001', Amount === '' && !isCheck],
    ['E01060006', !/^\d*$/.test(Amount)],
    ['E01060005', Amount.length > 7],
    ['E01070006', !/^\d*$/.test(Tax)],
    ['E01070005', Tax.length > 7],
  ])
  const id = randomBytes(16).toString('hex')
  const pass = randomBytes(16).toString('hex')
  // Checked and taken in one step without a wait between them, so that two requests cannot both
  // have the number.
  if (context.book.byOrder(OrderID)) throw new CardRefusal('E01040010')
  await context.book.save({
    accessId: id,
    accessPass: pass,
    shopId: context.shop.id,
    orderId: OrderID,
    status: 'UNPROCESSED',
    jobCd: JobCd ?? '',
    amount: Number(Amount),
    tax: Number(Tax),
    itemCode: form.ItemCode || '0000990',
    withSecure: form.TdFlag === '2',
    payUnsecured: form.Tds2Type === '3',
    processDate: jstStamp(context.clock()),
    method: '',
    payTimes: '',
    clientFields: ['', '', ''],
    forward: '',
    approve: '',
    tranId: '',
    tranDate: '',
    memberId: '',
    paidDate: '',
    capturedAmount: 0,
    refundedAmount: 0,
    history: [{ at: context.clock().toISOString(), status: 'UNPROCESSED' }],
  })
  return { AccessID: id, AccessPass: pass }
}
