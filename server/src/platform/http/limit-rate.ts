import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { AppError } from '@kura/contract/errors'
import { rates } from '@kura/contract/rates'
import type { RateName } from '@kura/contract/rates'
import type { Db } from '../db/connect.ts'
import { takeFromBucket, takeFromBuckets } from './queries.ts'

/**
 * Fails with TOO_MANY_REQUESTS when the bucket of `who` is empty. It refills by itself, so no one
 * is ever locked out.
 */
export async function limitRate(deps: { sql: Db }, name: RateName, who: string): Promise<void> {
  if (!(await takesRate(deps, name, who))) throw new AppError('TOO_MANY_REQUESTS')
}

/** Takes one from the bucket of `who`; false when it is empty. Who it is for is kept as a hash only. */
export async function takesRate({ sql }: { sql: Db }, name: RateName, who: string): Promise<boolean> {
  return takeFromBucket(sql, keyOf(name, who), rates[name])
}

/** Fails with TOO_MANY_REQUESTS unless each bucket has one; all in one statement. */
export async function limitRates(
  { sql }: { sql: Db },
  limited: readonly (readonly [name: RateName, who: string])[],
): Promise<void> {
  const buckets = limited.map(([name, who]) => ({ key: keyOf(name, who), ...rates[name] }))
  if (!(await takeFromBuckets(sql, buckets))) throw new AppError('TOO_MANY_REQUESTS')
}

const keyOf = (name: RateName, who: string): string =>
  `${name}:${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`

/**
 * Who a network address counts as: IPv4 as it is, IPv6 by its /64, which one line or one phone has
 * to itself.
 */
export function sourceOf(ip: string): string {
  const address = ip.split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
