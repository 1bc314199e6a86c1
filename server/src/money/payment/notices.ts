import { AppError } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/db/id.ts'
import { sourceOf, takesRate } from '../../platform/http/limit-rate.ts'
import type { RawJson } from '../../platform/http/on.ts'
import { settleAuthorisation } from './authorisation.ts'
import * as notices from './notice-queries.ts'
import type { GatewayName, Notice } from './notice-queries.ts'
import * as payments from './queries.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** The outcome of a notice: only `kept` and `aside` leave a row. */
type NoticeOutcome = 'kept' | 'aside' | 'unknown' | 'nameless' | 'limited'
type NoticeDeps = Pick<Deps, 'sql' | 'metrics' | 'log'>

const summarySeconds = 60

/**
 * Takes notices of the gateways. They are unsigned: nothing in one is believed, and nothing of it
 * is kept but the name of the payment, of which we ask the gateway. What names nothing of ours is
 * never asked about at once: a few wait for the next comparison, since it may be money that
 * somebody took past us, and the rest is dropped. Both are counted, and logged as sums.
 */
export function noticeReceiver(deps: NoticeDeps) {
  const count = counterOf(deps)
  /**
   * Limits the rate before the body is read. Fails with TOO_MANY_REQUESTS, after which a gateway
   * sends again.
   */
  const limit = async (gateway: GatewayName, ip: string): Promise<void> => {
    const rate = gateway === 'card' ? 'cardNoticePerSource' : 'paidyNoticePerSource'
    if (await takesRate(deps, rate, sourceOf(ip))) return
    count(gateway, 'limited')
    throw new AppError('TOO_MANY_REQUESTS')
  }
  /**
   * Keeps a name that is nothing of ours for the comparison, while few others wait; one source
   * cannot fill that alone.
   */
  const setAside = async (gateway: GatewayName, ref: string, ip: string): Promise<NoticeOutcome> => {
    if (!(await takesRate(deps, 'strayNoticePerSource', sourceOf(ip)))) return 'unknown'
    return (await notices.insertStray(deps.sql, { id: newId(), gateway, ref })) ? 'aside' : 'unknown'
  }
  const keep = async (gateway: GatewayName, ref: string): Promise<NoticeOutcome> => {
    await notices.insertNotice(deps.sql, { id: newId(), gateway, ref, origin: 'notice' })
    return 'kept'
  }
  const receiveCard = async (orderId: string, ip: string): Promise<NoticeOutcome> => {
    if (!/^[0-9A-Z-]{1,27}$/.test(orderId)) return 'nameless'
    return (await notices.isCardPayment(deps.sql, orderId)) ? keep('card', orderId) : setAside('card', orderId, ip)
  }
  const receivePaidy = async (payId: string, orderRef: string, ip: string): Promise<NoticeOutcome> => {
    if (!/^pay_[0-9A-Za-z_-]{1,60}$/.test(payId)) return 'nameless'
    if (await notices.isPaidyPayment(deps.sql, payId)) return keep('paidy', payId)
    // the buyer authorised at the provider, and their browser has not returned yet
    const isOfOrder = uuid.test(orderRef) && (await notices.isPaidyOrder(deps.sql, orderRef))
    if (!isOfOrder) return setAside('paidy', payId, ip)
    return (await takesRate(deps, 'paidyNoticePerOrder', orderRef)) ? keep('paidy', payId) : 'limited'
  }
  return {
    limit,
    /** A notice of the card gateway, which names the payment as we do; answered `0`. */
    card: async ({ OrderID = '' }: Record<string, string>, ip: string): Promise<RawJson> => {
      count('card', await receiveCard(OrderID, ip))
      return { rawJson: '0' }
    },
    /** The same of the deferred-payment provider, which names its own payment and our order. */
    paidy: async (fields: Record<string, string | number | boolean | null>, ip: string): Promise<{ ok: true }> => {
      const outcome = await receivePaidy(String(fields['payment_id'] ?? ''), String(fields['order_ref'] ?? ''), ip)
      count('paidy', outcome)
      if (outcome === 'limited') throw new AppError('TOO_MANY_REQUESTS')
      return { ok: true }
    },
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Counts each notice in the metrics; what named nothing of ours is logged once a minute at most, as
 * sums.
 */
function counterOf({ metrics, log }: Pick<NoticeDeps, 'metrics' | 'log'>) {
  let sums: Record<string, number> = {}
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    log.warn(
      { notices: sums, seconds: summarySeconds },
      'notices that name nothing of ours, or too many, were not kept',
    )
    sums = {}
    timer = undefined
  }
  return (gateway: GatewayName, outcome: NoticeOutcome): void => {
    metrics.notices.inc({ gateway, outcome })
    if (outcome === 'kept') return
    const name = `${gateway} ${outcome}`
    sums[name] = (sums[name] ?? 0) + 1
    timer ??= setTimeout(tell, summarySeconds * 1000).unref()
  }
}

/**
 * Works off the notices of one gateway, a few side by side: each payment they name is settled by
 * what the gateway says when asked. Returns how many were checked, which is `most` at most.
 */
export async function handleNotices(deps: PaymentDeps, gateway: GatewayName, most = 50): Promise<number> {
  const settle = gateway === 'paidy' ? settleAuthorisation : settleTrade
  const claim = () => notices.claimNotice(deps.sql, gateway)
  let taken = 0
  const workOff = async (first?: Notice): Promise<void> => {
    for (let next = first; taken < most; next = undefined) {
      taken += 1
      const notice = next ?? (await claim())
      if (!notice) {
        taken -= 1
        return
      }
      try {
        // kept while the gateway does not respond: it may be the only trace of a cancelled payment
        if (await settle(deps, notice.ref)) await notices.markHandled(deps.sql, notice)
      } catch (error) {
        // it comes again after its lease, and the others do not wait for it
        deps.log.error({ err: error, gateway, ref: notice.ref }, 'a notice could not be worked off')
      }
    }
  }
  // mostly there is none, and one question says so
  const first = await claim()
  if (first)
    await Promise.all(Array.from({ length: limits.noticesAtOnce }, (_, at) => workOff(at === 0 ? first : undefined)))
  return taken
}

async function settleTrade(deps: PaymentDeps, gatewayOrderId: string): Promise<boolean> {
  const payment = await payments.findByGatewayOrderId(deps.sql, gatewayOrderId)
  return payment ? settlePayment(deps, payment.id) : true
}
