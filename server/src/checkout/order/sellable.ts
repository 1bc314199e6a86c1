import type { TransactionResult } from '@kura/cadence/access-node'
import type { ErrorCode } from '@kura/contract/errors'
import type { Words } from '@kura/contract/ids'
import type { OrderState } from '@kura/contract/states'
import type { Deps } from '../../deps.ts'
import type { GateDeps } from '../../identity/member/ensure-full-member.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { definePort } from '../../platform/event.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import type { DueLetter } from './letter-queries.ts'
import type { NamedOrder } from './queries.ts'

export type Buyer = {
  memberId: string
  /** Where tokens are delivered. */
  flowAddress: string
  /** The network address; undefined limits no rate. */
  ip?: string | undefined
  /** Known to be an adult; the charges of others are counted. */
  isAdult: boolean
}

export type ReserveOptions = {
  by: 'card' | 'paidy' | 'point'
  /** Part of the price paid with points; undefined with `by` point means the whole price. */
  usedPoint?: number | undefined
  /** The price that the buyer confirmed, if the request says it. */
  seenYen?: number | undefined
  /** The fingerprint of the request: a repeat makes no second order. */
  requestHash?: Buffer | undefined
}

/** The subject of a purchase, made by its module from the request. */
export type Subject = {
  /** The kind of its `Sellable`. */
  kind: string
  /**
   * Its name within checkout: in the fingerprint of a request, and the same as `sql.key` of its
   * order.
   */
  key: string
  /** How often to retry under contention, the pause between tries, and the error after the last. */
  tries: { most: number; restMs: number; thenFails: ErrorCode }
  /**
   * Checks the subject before any transaction and returns the function that holds it. May ask the
   * chain. Runs before every try; rates are limited on the first. Fails with the errors of its
   * endpoints.
   */
  prepare: (deps: GateDeps, buyer: Buyer, options: ReserveOptions & { isFirst: boolean }) => Promise<Hold>
}

/**
 * Holds the subject for one order, in the transaction that makes it. `standing` is the check of the
 * buyer's own row, the first statement of the pipeline: others may be sent with it, but no later
 * one before it is awaited. Throws `TryAgain` when another buyer was faster, and an AppError when a
 * retry cannot help.
 */
export type Hold = (db: Db, standing: Promise<void>) => Promise<Held>

export type Held = {
  priceYen: number
  /** As a member calls it. */
  name: Words
  /**
   * The columns of the order's row that name what is held (`Sellable.columns`), and their values.
   */
  row: { columns: Fragment; values: Fragment }
  /** The latest time it can be paid, when that is before the lease of the order ends. */
  payableUntil?: Fragment
  /** Sent right after the order's row. The most contended row comes last. */
  keep?: (orderId: string) => Promise<void>
}

/** Another buyer was faster, or the listing ended after the check: the next try finds out. */
export class TryAgain extends Error {}

export type FollowUpDeps = ChainDeps & Pick<Deps, 'sql' | 'log' | 'metrics' | 'background'>

/**
 * One kind of thing that checkout can sell. Checkout owns the order, its money, points, counts and
 * letters; the sellable owns the subject. All functions with `db` run in the transaction that moves
 * the order, whose row is locked.
 */
export type Sellable = {
  /** Also the type of its transactions in the API. */
  kind: string
  /** Columns of `orders`: its subject, and what it holds until it ends (null afterwards). */
  columns: { subject: string; held?: string }
  /** Sold between members: the price is no income of the house and stays open until delivery. */
  isTrade: boolean
  /**
   * Delivered in the transaction of its capture; otherwise its module calls `deliverOrder` later.
   */
  isDeliveredAtOnce: boolean
  /** The states in which `refundOrder` begins. */
  refundableFrom: readonly OrderState[]
  /**
   * Delivers a captured order, or starts its delivery. Returns the id of what it started, for
   * `followUp`. Counters come last.
   */
  deliver: (db: Db, order: NamedOrder) => Promise<string | undefined>
  /** Continues right after the response; the worker does it otherwise. */
  followUp: (deps: FollowUpDeps, purchase: { orderId: string; startedId: string | undefined; isPaid: boolean }) => void
  /** Puts the subject of an unpaid order back on sale. Counters come last. */
  release: (db: Db, order: NamedOrder) => Promise<void>
  /**
   * Puts the subject of a refunded order back on sale, unless its module does so itself. Counters
   * come last.
   */
  refund?: (db: Db, order: NamedOrder) => Promise<void>
  /** Why a delivered order cannot be refunded by hand, for the operator; undefined when it can. */
  findObstacle?: (db: Db, orderId: string) => Promise<string | undefined>
  /**
   * Undoes a delivered order that a person refunds: `details` for the audit log, `line` for the
   * operator.
   */
  undo?: (db: Db, orderId: string) => Promise<{ details: Record<string, number>; line: string } | undefined>
  /** Whether a sealed transaction belongs to this order. */
  isAbout: (deps: Pick<ChainDeps, 'sql' | 'chain'>, result: TransactionResult, orderId: string) => Promise<boolean>
  /**
   * Writes a letter of an event that only this kind has. `email` is null for a member without an
   * address.
   */
  writeLetter?: (db: Db, env: Deps['env'], letter: DueLetter) => Promise<void>
  sql: SellableSql
}

/**
 * Fragments of checkout's statements about order `o`. An alias belongs to one kind and is never
 * `o`, `m`, `t`, `y` or `paid`. Joins are outer joins: they match nothing for orders of other
 * kinds.
 */
export type SellableSql = {
  /** `Subject.key` of the order. */
  key: (db: Db) => Fragment
  /** Joins of the order to its subject, for all fragments below, and the subject's name as JSON. */
  named: (db: Db) => { joins: Fragment; name: Fragment }
  /** The latest time at which the subject of this id can be paid for. */
  payableUntil?: (db: Db, id: Fragment) => Fragment
  /** Whether the subject of this id is still held for its buyer: its own time may have ended. */
  isStillHeld?: (db: Db, id: Fragment) => Fragment
  /**
   * Of the contract's OrderView: name, picture, steps (with `paid.at`), and members of the JSON
   * that only this kind fills.
   */
  view: (db: Db) => { joins: Fragment; name: Fragment; picture: Fragment; steps: Fragment; fields: Fragment }
  /** Members of the contract's TransactionView that only this kind fills. */
  transactionFields?: (db: Db) => Fragment
  /** Rows of the timeline: at, source, event, yen, point, tx_id, code, number. */
  events: (db: Db) => Fragment
  /**
   * Of a letter for event `t`: facts for `writeLetter`, whether there is a receipt, and its
   * recipient if not the buyer.
   */
  letter: (db: Db) => { joins: Fragment; facts: Fragment; wasSold: Fragment; recipient: Fragment }
  /**
   * For a provider's checkout: the id of the thing, and whether consumption tax is in its price.
   */
  checkout: (db: Db) => { joins: Fragment; itemId: Fragment; isTaxed: Fragment }
}

const registry = definePort<readonly Sellable[]>('Sellables')

/** What checkout sells; set by `wiring.ts`. */
export const sellables = {
  implementedBy: (...kinds: Sellable[]): void => registry.implementedBy(kinds),
  all: (): readonly Sellable[] => registry.call,
  find: (kind: string): Sellable | undefined => registry.call.find((each) => each.kind === kind),
  of: (kind: string): Sellable => {
    const found = sellables.find(kind)
    if (!found) throw new Error(`nothing of kind ${kind} is sold`)
    return found
  },
}
