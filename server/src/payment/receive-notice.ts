import type { Deps } from '../deps.ts'
import { newId } from '../db/id.ts'
import type { RawJson } from '../http/on.ts'
import { limitRate, sourceOf } from '../session/limit-rate.ts'
import { insertNotice } from './queries.ts'

/** The gateway sends about twenty; anybody can send any number. */
const fieldsMost = 60

/**
 * Keeps a notice of the card gateway and answers `0`. It is unsigned: nothing in it is believed, the worker asks the gateway, so
 * one open hint about an order stands for all. Fails with TOO_MANY_REQUESTS, after which the gateway sends again.
 */
export async function receiveNotice(
  deps: Pick<Deps, 'sql'>,
  { body }: { body: Record<string, string> },
  ip: string,
): Promise<RawJson> {
  await limitRate(deps, 'cardNoticePerSource', sourceOf(ip))
  const { ShopPass: _shopPass, AccessPass: _accessPass, ...kept } = body
  // NUL cannot be kept in the database and means nothing
  const pairs = Object.entries(kept).slice(0, fieldsMost)
  const clean = Object.fromEntries(pairs.map((pair) => pair.map((text) => text.replaceAll('\0', ''))))
  const orderId = clean['OrderID'] ?? ''
  await insertNotice(deps.sql, {
    id: newId(),
    body: clean,
    gatewayOrderId: /^[0-9A-Z-]{1,27}$/.test(orderId) ? orderId : null,
  })
  return { rawJson: '0' }
}
