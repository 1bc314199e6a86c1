import assert from 'node:assert/strict'
import { cardClient } from '../../../../../sandbox/src/testing/card-client.ts'
import { refundByHand } from '../../../checkout/order/refund-by-hand.ts'
import { okCard } from '../../../checkout/order/testing/shop.ts'
import { work } from '../../../checkout/order/testing/tenders.ts'
import type { Sql } from '../../../platform/db/connect.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import type { Source } from '../difference.ts'
import { reconcile } from '../reconcile.ts'
import type { Outcome, ReconcileDeps, ReconcileOptions } from '../reconcile.ts'

export type Done = Extract<Outcome, { kind: 'done' }>

/** A comparison that is complete. */
export async function compared(deps: ReconcileDeps, source: Source, options: ReconcileOptions = {}): Promise<Done> {
  const outcome = await reconcile(deps, source, options)
  assert.ok(outcome.kind === 'done', JSON.stringify(outcome))
  return outcome
}

export type SeenItem = { id: string; kind: string; subject: string; orderId: string | null; amountYen: number | null }

/** What is open of a source. */
export const openItems = async (sql: Sql, source: Source): Promise<SeenItem[]> => [
  ...(await sql<SeenItem[]>`
  select id, kind, subject, order_id as "orderId", amount_yen::int as "amountYen" from open_items
   where source = ${source} and closed_at is null order by kind, subject`),
]

/** The alarms of a comparison. */
export const alarmsOf = async (sql: Sql, source: Source): Promise<string[]> =>
  (
    await sql`select subject from alarms where kind = ${`reconcile-${source}`} and cleared_at is null order by subject`
  ).map(({ subject }) => subject)

/**
 * Takes money at the gateway with the shop's own password, past our server. Returns the gateway's
 * id of it.
 */
export async function captureAside(world: TestWorld, orderId: string, amountYen: number): Promise<string> {
  const client = cardClient(world.outside.sandbox.addresses.pages)
  const { trade, exec } = await client.begin(orderId, okCard, { Amount: String(amountYen) })
  await client.decide(exec['RedirectUrl'], 'approved')
  await client.call('SecureTran2', trade)
  const found = await client.search(orderId)
  assert.equal(found['Status'], 'CAPTURE', JSON.stringify(found))
  return trade.AccessID
}

/** A notice of the gateway about a payment, and what the worker makes of it. */
export async function notify(world: TestWorld, fields: Record<string, string>, path = 'card'): Promise<void> {
  const answer = await world.http.inject({
    method: 'POST',
    url: `/api/notices/${path}`,
    ...(path === 'card'
      ? {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(fields).toString(),
        }
      : { payload: fields }),
  })
  assert.equal(answer.statusCode, 200, answer.body)
  await work(world, 1)
}

/** Refunds an order by hand, to the end as far as our server knows. */
export async function giveBack(world: TestWorld, orderId: string): Promise<void> {
  await refundByHand(world.deps, { orderId, by: 'test', reason: 'test', isDryRun: false }, () => {})
  await work(world)
  const [order] = await world.deps.sql<[{ state: string }]>`select state from orders where id = ${orderId}`
  assert.equal(order.state, 'refunded')
}
