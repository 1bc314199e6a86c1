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
  /** Known to be of age; of others the yen charged are counted. */
  isAdult: boolean
}

export type ReserveOptions = {
  by: 'card' | 'paidy' | 'point'
  /** Part of the price to be paid with points; undefined `by` point is the whole price. */
  usedPoint?: number | undefined
  /** The price that the buyer confirmed, if the request says it. */
  seenYen?: number | undefined
  /** The fingerprint of the request: sent again it makes no second order. */
  requestHash?: Buffer | undefined
}

/** One thing that a member asks to buy, made by its module from the request. */
export type Subject = {
  /** The kind of its `Sellable`. */
  kind: string
  /** Its name within checkout: in the fingerprint of a request, and the same as `sql.key` of its order. */
  key: string
  /** How often to try while others are first, the rest between tries, and the error when all were in vain. */
  tries: { most: number; restMs: number; thenFails: ErrorCode }
  /**
   * Checks the offer before any transaction and returns what holds it. May ask the chain. Runs before every try; rates are
   * limited on the first. Fails with the errors of its endpoints.
   */
  prepare: (deps: GateDeps, buyer: Buyer, options: ReserveOptions & { isFirst: boolean }) => Promise<Hold>
}

/**
 * Holds the subject for one order, in the transaction that makes it. `standing` is the check of the buyer's own row, the first
 * statement on the wire: statements may go out with it, but none after them before it is awaited. Throws `TryAgain` when
 * somebody else was first, and an AppError for what no next try mends.
 */
export type Hold = (db: Db, standing: Promise<void>) => Promise<Held>

export type Held = {
  priceYen: number
  /** As a member calls it. */
  name: Words
  /** The columns of the order's row that name what is held (`Sellable.columns`), and their values. */
  row: { columns: Fragment; values: Fragment }
  /** The latest time it can be paid at, below the lease of every order. */
  payableUntil?: Fragment
  /** Goes out on the wire right behind the order's row. The row that most buyers wait for comes last. */
  keep?: (orderId: string) => Promise<void>
}

/** Somebody else was first, or the offer ended since it was checked: the next try says why. */
export class TryAgain extends Error {}

export type FollowUpDeps = ChainDeps & Pick<Deps, 'sql' | 'log' | 'metrics' | 'background'>

/**
 * One kind of thing that checkout can sell. Checkout owns the order, its money, points, counts and letters; the sellable owns
 * what is bought. All functions with `db` run in the transaction that moves the order, whose row is locked.
 */
export type Sellable = {
  /** Also the type of its transactions in the API. */
  kind: string
  /** Columns of `orders`: what the order is for, and what it holds until it ends (null afterwards). */
  columns: { subject: string; held?: string }
  /** Sold between members: the price is not income of the house but open until it is delivered. */
  isTrade: boolean
  /** Delivered in the transaction of its capture. Otherwise its module calls `deliverOrder` later. */
  isDeliveredAtOnce: boolean
  /** The states in which `refundOrder` begins. */
  refundableFrom: readonly OrderState[]
  /** Hands a captured order over, or begins to. Returns the id of what it started, for `followUp`. Counters come last. */
  deliver: (db: Db, order: NamedOrder) => Promise<string | undefined>
  /** Continues right after the response; the worker does it otherwise. */
  followUp: (deps: FollowUpDeps, purchase: { orderId: string; startedId: string | undefined; isPaid: boolean }) => void
  /** Puts what an unpaid order held back on sale. Counters come last. */
  release: (db: Db, order: NamedOrder) => Promise<void>
  /** Puts what a refunded order held back on sale, unless its module does so itself. Counters come last. */
  refund?: (db: Db, order: NamedOrder) => Promise<void>
  /** Why a delivered order cannot be refunded by hand, for the operator; undefined when it can. */
  findObstacle?: (db: Db, orderId: string) => Promise<string | undefined>
  /** Undoes what a delivered order came to, when a person refunds it: `details` for the audit log, `line` for the operator. */
  undo?: (db: Db, orderId: string) => Promise<{ details: Record<string, number>; line: string } | undefined>
  /** Whether a sealed transaction belongs to this order. */
  isAbout: (deps: Pick<ChainDeps, 'sql' | 'chain'>, result: TransactionResult, orderId: string) => Promise<boolean>
  /** Writes a letter of an event that only this kind has. `email` is null for a member without an address. */
  writeLetter?: (db: Db, env: Deps['env'], letter: DueLetter) => Promise<void>
  sql: SellableSql
}

/**
 * Parts of checkout's statements about order `o`. Each alias is used by one kind only, and never `o`, `m`, `t`, `y` or `paid`.
 * Joins are outer joins: they find nothing for orders of other kinds.
 */
export type SellableSql = {
  /** `Subject.key` of the order. */
  key: (db: Db) => Fragment
  /** Joins of the order to what it is for, which all parts below may use, and its name as JSON. */
  named: (db: Db) => { joins: Fragment; name: Fragment }
  /** The latest time at which the subject of this id can be paid for. */
  payableUntil?: (db: Db, id: Fragment) => Fragment
  /** Whether the subject of this id is still held for its buyer: its own time may have ended. */
  isStillHeld?: (db: Db, id: Fragment) => Fragment
  /** Of the contract's OrderView: name, picture, steps (with `paid.at`), and members of the JSON that only this kind fills. */
  view: (db: Db) => { joins: Fragment; name: Fragment; picture: Fragment; steps: Fragment; fields: Fragment }
  /** Members of the contract's TransactionView that only this kind fills. */
  transactionFields?: (db: Db) => Fragment
  /** Rows of the timeline: at, source, event, yen, point, tx_id, code, number. */
  events: (db: Db) => Fragment
  /** Of a letter for event `t`: facts for `writeLetter`, whether there is a receipt, and its recipient if not the buyer. */
  letter: (db: Db) => { joins: Fragment; facts: Fragment; wasSold: Fragment; recipient: Fragment }
  /** For a provider's checkout: the id of the thing, and whether consumption tax is in its price. */
  checkout: (db: Db) => { joins: Fragment; itemId: Fragment; isTaxed: Fragment }
}

const registry = definePort<readonly Sellable[]>('Sellables')

/** What checkout sells; `wiring.ts` says it. */
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
