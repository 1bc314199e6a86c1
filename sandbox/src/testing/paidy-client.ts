import type { PaidyPayment } from '../paidy/payment-book.ts'
import { sandboxPaidy } from '../paidy/start-paidy.ts'

/**
 * A shop's side of Paidy, as small as a test needs it. `body` holds the payment, or the error's
 * fields.
 */
export function paidyClient(pages: string, secretKey: string = sandboxPaidy.secretKey) {
  const call = async (method: string, path: string, body?: object, key = '') => {
    const answer = await fetch(`${pages}/paidy/payments/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${secretKey}`,
        'paidy-version': '2018-04-10',
        ...(key && { 'paidy-idempotency-key': key }),
      },
      body: body && JSON.stringify(body),
    })
    const text = await answer.text()
    const read = text.startsWith('{') ? (JSON.parse(text) as PaidyPayment & { code?: string }) : undefined
    return { status: answer.status, body: read }
  }
  return {
    get: (id: string) => call('GET', id),
    update: (id: string, body: object) => call('PUT', id, body),
    capture: (id: string, key?: string) => call('POST', `${id}/captures`, {}, key),
    refund: (id: string, body: object, key?: string) => call('POST', `${id}/refunds`, body, key),
    close: (id: string, key?: string) => call('POST', `${id}/close`, {}, key),
  }
}
