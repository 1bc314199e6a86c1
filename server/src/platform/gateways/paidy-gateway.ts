import { z } from 'zod'
import { limits } from '@kura/contract/limits'
import type { Env } from '../../env.ts'
import type { PaidyFound, PaidyGateway, Declined, Trade, Unknown } from './payment-gateway.ts'

const version = '2018-04-10'
const answerBytes = 262_144

const Payment = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  created_at: z.coerce.date(),
  test: z.boolean(),
  buyer: z.object({ email: z.string().nullish() }).nullish(),
  order: z.object({ order_ref: z.string().nullish() }),
  captures: z.array(z.object({ id: z.string(), amount: z.number().int() })),
  refunds: z.array(z.object({ id: z.string(), amount: z.number().int() })),
})
type Payment = z.infer<typeof Payment>
type Answer = { kind: 'payment'; payment: Payment } | { kind: 'refused'; status: number; code: string } | Unknown

/**
 * The deferred-payment provider by its REST interface. A time-out, a 5xx, a conflict or a broken
 * answer is unknown: it is read again.
 */
export function paidyGateway(env: Pick<Env, 'PAIDY_API_URL' | 'PAIDY_SECRET_KEY'>): PaidyGateway {
  const base = env.PAIDY_API_URL.replace(/\/$/, '')
  const call = (method: 'GET' | 'POST', path: string, body?: object, key?: string) =>
    ask(`${base}/payments/${path}`, env.PAIDY_SECRET_KEY, { method, body, key })
  const read: PaidyGateway['read'] = async (payId) => {
    const answer = await call('GET', encodeURIComponent(payId))
    if (answer.kind === 'unknown') return answer
    if (answer.kind === 'refused') return answer.status === 404 ? { kind: 'absent' } : lost(answer.code)
    return answer.payment.id === payId ? found(answer.payment) : lost('the answer is about another payment')
  }
  const close: PaidyGateway['close'] = async (payId) => {
    const answer = await call('POST', `${encodeURIComponent(payId)}/close`, {})
    return answer.kind === 'payment' ? { kind: 'done' } : refusal(answer)
  }
  return {
    read,
    close,
    search: async ({ gatewayRef }) => (gatewayRef === null ? { kind: 'absent' } : read(gatewayRef)),
    async complete({ id, gatewayRef, orderId, amountYen }) {
      if (gatewayRef === null) return lost('no payment of the provider')
      const path = `${encodeURIComponent(gatewayRef)}/captures`
      const answer = await call('POST', path, { metadata: { order: orderId } }, `capture-${id}`)
      if (answer.kind !== 'payment') return refusal(answer)
      const { trade } = found(answer.payment)
      return trade.status === 'captured' && trade.amountYen === amountYen
        ? { kind: 'captured', proof: trade.proof }
        : lost('the answer shows no capture of this amount')
    },
    async refund({ id }, trade, renew) {
      if (renew && !(await renew())) return lost('another process works on it')
      const path = `${encodeURIComponent(trade.ref)}/refunds`
      const body = { capture_id: trade.proof.captureRef, amount: trade.amountYen }
      const answer = await call('POST', path, body, `refund-${id}`)
      if (answer.kind !== 'payment') return refusal(answer)
      const { status, refundRef } = found(answer.payment).trade
      return status === 'returned' ? { kind: 'done', ref: refundRef } : lost('the answer shows no refund')
    },
    release: async ({ gatewayRef }) => {
      if (gatewayRef === null) return { kind: 'done' }
      const seen = await read(gatewayRef)
      if (seen.kind === 'unknown') return seen
      if (seen.kind === 'absent' || seen.trade.status === 'closed') return { kind: 'done' }
      return seen.trade.status === 'authorised' ? close(gatewayRef) : lost(`it is ${seen.trade.status}`)
    },
  }
}

async function ask(
  url: string,
  secret: string,
  { method, body, key }: { method: string; body?: object | undefined; key?: string | undefined },
): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        'paidy-version': version,
        ...(body ? { 'content-type': 'application/json' } : {}),
        // known from one source only: it may help, nothing relies on it
        ...(key ? { 'paidy-idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.cardCallSeconds * 1000),
    })
    const bytes = await answer.arrayBuffer()
    if (bytes.byteLength > answerBytes) return lost('the answer is too long')
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (answer.ok) return { kind: 'payment', payment: Payment.parse(json) }
    const code = z.object({ code: z.string() }).safeParse(json).data?.code ?? ''
    return {
      kind: 'refused',
      status: answer.status,
      code: /^[\w.-]{1,64}$/.test(code) ? code : `HTTP ${answer.status}`,
    }
  } catch (error) {
    const { name, message } = error as Error
    return lost(name === 'TimeoutError' ? 'no answer in time' : message)
  }
}

const lost = (cause: string): Unknown => ({ kind: 'unknown', cause })

// 409: the payment is in another state; 401, 403: our keys; 408, 429, 5xx: not now. Only the
// payment itself says what is true.
const isFinal = (status: number) => status === 400 || status === 404 || status === 422

const refusal = (answer: Exclude<Answer, { kind: 'payment' }>): Declined | Unknown =>
  answer.kind === 'refused' && isFinal(answer.status)
    ? { kind: 'declined', error: answer.code }
    : lost(answer.kind === 'refused' ? answer.code : answer.cause)

function found(payment: Payment): PaidyFound {
  const taken = sum(payment.captures)
  const given = sum(payment.refunds)
  const trade: Trade = {
    status: statusOf(payment, taken, given),
    // what a part that went back leaves is a contradiction to our rows and seen as one
    amountYen: taken === 0 ? payment.amount : given < taken ? taken - given : taken,
    currency: payment.currency,
    orderRef: payment.order.order_ref ?? '',
    ref: payment.id,
    pass: '',
    proof: { captureRef: payment.captures[0]?.id ?? '' },
    refundRef: payment.refunds[0]?.id ?? '',
    processedAt: '',
  }
  return {
    kind: 'found',
    trade,
    isTest: payment.test,
    authorisedAt: payment.created_at,
    buyerEmail: payment.buyer?.email ?? '',
  }
}

const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)

// upper case in the documents, lower case on the wire
function statusOf({ status }: Payment, taken: number, given: number): Trade['status'] {
  if (taken > 0) return given >= taken ? 'returned' : 'captured'
  return status.toLowerCase() === 'authorized' ? 'authorised' : 'closed'
}
