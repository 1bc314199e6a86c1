import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/db/id.ts'
import type { RawJson } from '../../platform/http/on.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { insertNotice } from './notice-queries.ts'

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
  const clean = cleanFields(kept)
  const orderId = clean['OrderID'] ?? ''
  const ref = /^[0-9A-Z-]{1,27}$/.test(orderId) ? orderId : null
  await insertNotice(deps.sql, { id: newId(), gateway: 'card', body: clean, ref })
  return { rawJson: '0' }
}

/** The same for the deferred-payment provider, whose notices name its own payment. */
export async function receivePaidyNotice(
  deps: Pick<Deps, 'sql'>,
  { body }: { body: Record<string, string | number | boolean | null> },
  ip: string,
): Promise<{ ok: true }> {
  await limitRate(deps, 'paidyNoticePerSource', sourceOf(ip))
  const clean = cleanFields(body)
  const payId = clean['payment_id'] ?? ''
  const ref = /^pay_[0-9A-Za-z_-]{1,60}$/.test(payId) ? payId : null
  await insertNotice(deps.sql, { id: newId(), gateway: 'paidy', body: clean, ref })
  return { ok: true }
}

// NUL and half a character cannot be kept in the database and mean nothing
const cleanFields = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, fieldsMost)
      .map((pair) => pair.map((text) => String(text).replaceAll('\0', '').toWellFormed())),
  )
