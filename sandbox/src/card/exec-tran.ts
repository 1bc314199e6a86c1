import { createHash, randomBytes } from 'node:crypto'
import { findTrade, isJob, move, refuseAny, type Call, type CallContext } from './call.ts'
import { maskNumber } from './card-tokens.ts'
import { jstStamp } from './gateway-clock.ts'
import { actOf, magicAmounts } from './magic-cards.ts'
import { CardRefusal } from './refusals.ts'
import type { Trade } from './trade-book.ts'

/** Puts a card on the trade: pays at once, or answers the address of the 3-D Secure step. */
export const execTran: Call = async (context, form) => {
  const trade = findTrade(context, form)
  const { OrderID, Method = '', PayTimes = '', Token = '', RetUrl = '', CallbackType = '1' } = form
  refuseAny([
    ['E01110002', Boolean(OrderID) && OrderID !== trade.orderId],
    ['E01230009', trade.jobCd !== 'CHECK' && !/^[1-5]$/.test(Method)],
    ['EX1000301', Token === ''],
    ['E21010001', trade.withSecure && !URL.canParse(RetUrl)],
  ])
  refuseAny([['E11010001', trade.status !== 'UNPROCESSED' && trade.status !== 'AUTHENTICATED']])
  const card = context.tokens.spend(Token)
  const act = actOf(card.number)
  const outcome = magicAmounts[trade.amount] ?? act.outcome
  const held: Trade = {
    ...trade,
    card: { masked: maskNumber(card.number), expire: card.expire, forward: forwardOf(card.number) },
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

/** Takes the money after the 3-D Secure step. Like the real one it does not repeat an answer: a paid trade is refused. */
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
  const paid = await move(context, trade, isJob(trade.jobCd) ? trade.jobCd : 'AUTH', {
    forward: trade.card?.forward ?? '',
    approve: String(randomBytes(4).readUInt32BE() % 10_000_000).padStart(7, '0'),
    tranId: `${jstStamp(at)}${String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '0').slice(0, 14)}`,
    tranDate: jstStamp(at),
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

const forwardOf = (number: string) =>
  number.startsWith('35') ? '2a99661' : number.startsWith('5') ? '2a99662' : '2a99663'
