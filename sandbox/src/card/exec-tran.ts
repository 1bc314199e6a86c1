import { createHash, randomBytes } from 'node:crypto'
import { findMember, findTrade, isJob, move, readMemberId, refuseAny } from './call.ts'
import type { Call, CallContext, Form } from './call.ts'
import { faceOf } from './card-tokens.ts'
import { jstStamp } from './gateway-clock.ts'
import { actOf, magicAmounts, stormDecline } from './magic-cards.ts'
import { findCard } from './member-book.ts'
import { CardRefusal } from './refusals.ts'
import type { CardFace, Trade } from './trade-book.ts'

/** Puts a card on the trade: pays at once, or returns the address of the 3-D Secure step. */
export const execTran: Call = async (context, form) => {
  const trade = findTrade(context, form)
  const { OrderID, Method = '', PayTimes = '', RetUrl = '', CallbackType = '1', SecurityCode = '' } = form
  refuseAny([
    ['E01110002', Boolean(OrderID) && OrderID !== trade.orderId],
    ['E01260001', trade.jobCd !== 'CHECK' && Method === ''],
    ['E01260002', Method !== '' && !/^[1-5]$/.test(Method)],
    ['EX1000301', !form.Token && !form.MemberID],
    ['E01460008', SecurityCode !== '' && !/^\d{3,4}$/.test(SecurityCode)],
    ['E21010001', trade.withSecure && !URL.canParse(RetUrl)],
  ])
  refuseAny([['E11010001', trade.status !== 'UNPROCESSED' && trade.status !== 'AUTHENTICATED']])
  const { card, memberId } = takeCard(context, form)
  const act = actOf(card.playNumber)
  const declined = context.storm.strikesOrder('decline', trade.orderId) ? stormDecline : undefined
  const outcome = magicAmounts[trade.amount] ?? act.outcome ?? declined
  const held: Trade = {
    ...trade,
    card,
    memberId,
    outcome,
    method: Method,
    payTimes: PayTimes,
    clientFields: [form.ClientField1 ?? '', form.ClientField2 ?? '', form.ClientField3 ?? ''],
    errInfo: undefined,
  }
  const notInSecure = outcome?.errInfo.startsWith('E210102') === true
  const unsecured = !trade.withSecure || (notInSecure && trade.payUnsecured)
  if (outcome?.at === 'exec' && !(notInSecure && unsecured)) return refuseTrade(context, held, outcome.errInfo)
  if (unsecured) return pay(context, held)
  const id = randomBytes(12).toString('hex')
  await move(context, held, 'AUTHENTICATED', {
    challenge: {
      id,
      retUrl: RetUrl,
      callbackType: CallbackType === '3' ? '3' : '1',
      frictionless: act.frictionless ?? false,
    },
  })
  return { ACS: '2', RedirectUrl: context.challengeUrl(id) }
}

/** The card of a token, or the one a member keeps. */
function takeCard(context: CallContext, form: Form): { card: CardFace; memberId: string } {
  const memberId = form.MemberID ? readMemberId(form) : ''
  if (form.Token) return { card: faceOf(context.tokens.spend(form.Token)), memberId }
  return { card: findCard(findMember(context, form), form).card, memberId }
}

/**
 * Captures the money after the 3-D Secure step. Like the real gateway it repeats no response: a
 * paid trade is refused.
 */
export const secureTran2: Call = async (context, form) => {
  const trade = findTrade(context, form)
  refuseAny([['E11010001', trade.status !== 'AUTHENTICATED' && trade.status !== 'UNPROCESSED']])
  const { challenge, outcome } = trade
  if (!challenge?.verdict) throw new CardRefusal('E21010007')
  if (outcome?.at === 'secure') return refuseTrade(context, trade, outcome.errInfo)
  if (challenge.verdict === 'failed') return refuseTrade(context, trade, 'E21020001')
  if (challenge.verdict === 'cancelled') return refuseTrade(context, trade, 'E21020002')
  return pay(context, trade)
}

async function refuseTrade(context: CallContext, trade: Trade, errInfo: string): Promise<never> {
  await move(context, trade, trade.status, { errInfo })
  throw new CardRefusal(errInfo)
}

async function pay(context: CallContext, trade: Trade): Promise<Record<string, string>> {
  const { outcome } = trade
  if (outcome?.at === 'pay' && !outcome.charged) return refuseTrade(context, trade, outcome.errInfo)
  const at = context.clock()
  const job = isJob(trade.jobCd) ? trade.jobCd : 'AUTH'
  const paid = await move(context, trade, job, {
    forward: trade.card?.forward ?? '',
    approve: String(randomBytes(4).readUInt32BE() % 10_000_000).padStart(7, '0'),
    tranId: newTranId(at),
    tranDate: jstStamp(at),
    paidDate: jstStamp(at),
    capturedAmount: job === 'CAPTURE' ? trade.amount + trade.tax : 0,
    errInfo: undefined,
  })
  if (outcome?.charged) throw new CardRefusal(outcome.errInfo)
  const signed = [paid.orderId, paid.forward, paid.method, paid.payTimes, paid.approve, paid.tranId, paid.tranDate]
  return {
    ACS: '0',
    OrderID: paid.orderId,
    Forward: paid.forward,
    Method: paid.method,
    PayTimes: paid.payTimes,
    Approve: paid.approve,
    TranID: paid.tranId,
    TranDate: paid.tranDate,
    CheckString: createHash('md5')
      .update(signed.join('') + context.shop.pass)
      .digest('hex'),
    ClientField1: paid.clientFields[0],
    ClientField2: paid.clientFields[1],
    ClientField3: paid.clientFields[2],
  }
}

/** Twenty-eight digits that name one movement of money. */
export const newTranId = (at: Date): string =>
  `${jstStamp(at)}${String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '0').slice(0, 14)}`
