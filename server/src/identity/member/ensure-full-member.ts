import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, ensure } from '@kura/contract/errors'
import { limits, termsVersion } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { hasCollection, askChain } from '../../platform/flow/ask-chain.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { findMembership, shareStanding, shareStandingOfOrder, forgetCollection, keepCollection } from './queries.ts'

export type GateDeps = Pick<Deps, 'sql' | 'log' | 'accessNode' | 'chain'>
/** `isAdult` is false also while the date of birth is not known. */
export type FullMember = { isAdult: boolean }
type Vault = { memberId: string; address: string; wasSeen: boolean }

/**
 * The check before anything is bought, listed or given: a linked wallet, the current terms, and a
 * collection in the wallet. It may ask the chain, so it comes before any reservation and runs in no
 * transaction. A yes of the chain counts for an hour; while the chain is away, any earlier yes for
 * this address does. Fails with WALLET_REQUIRED (`details` say when only the collection is
 * missing), FORBIDDEN with the fault `terms_outdated`, INVALID_SESSION for a banned or deleted
 * member, DELETION_PENDING for one who asked to be deleted, and SERVICE_UNAVAILABLE.
 */
export async function ensureFullMember(deps: GateDeps, { memberId }: Pick<Viewer, 'memberId'>): Promise<FullMember> {
  const found = await findMembership(deps.sql, memberId)
  ensure(found, 'INVALID_SESSION')
  ensure(!found.isLeaving, 'DELETION_PENDING')
  const { flowAddress: address, wasCollectionSeen: wasSeen } = found
  ensure(address !== null, 'WALLET_REQUIRED')
  if (found.termsVersion !== termsVersion) throw fault('FORBIDDEN', 'termsVersion', 'terms_outdated')
  const { isAdult } = found
  if (found.isCollectionFresh) return { isAdult }
  if (!(await isVaultThere(deps, { memberId, address, wasSeen })))
    throw fault('WALLET_REQUIRED', 'flowAddress', 'no_collection')
  return { isAdult }
}

/**
 * Fails with INVALID_SESSION for a member who was banned or deleted since the request came, and
 * with DELETION_PENDING for one who asked to be deleted. The first statement of every transaction
 * that reserves, claims, lists, gives, joins a queue or takes proceeds: the member stays in good
 * standing until it ends.
 */
export async function ensureStanding(db: Db, memberId: string): Promise<void> {
  const { isOpen, isLeaving } = await shareStanding(db, memberId)
  ensure(isOpen, 'INVALID_SESSION')
  ensure(!isLeaving, 'DELETION_PENDING')
}

/**
 * Fails with INVALID_SESSION for a member who was banned or deleted since the request came. The
 * first statement of a transaction that writes what a deletion removes, such as a favourite or an
 * enquiry: it comes before the deletion, which removes it, or is refused. It is allowed while a
 * deletion waits.
 */
export async function ensureOpen(db: Db, memberId: string): Promise<void> {
  ensure((await shareStanding(db, memberId)).isOpen, 'INVALID_SESSION')
}

/**
 * Whether the buyer of an order is neither banned nor deleted, which stays so until the transaction
 * ends. It is its first statement, so that members are locked before payments and orders.
 */
export const shareBuyer = (db: Db, orderId: string): Promise<boolean> => shareStandingOfOrder(db, orderId)

async function isVaultThere(deps: GateDeps, { memberId, address, wasSeen }: Vault): Promise<boolean> {
  const asked = askChain(deps, () => hasCollection(deps, address))
  try {
    // who was seen with one before does not wait for a node that hangs
    const isThere = await (wasSeen ? Promise.race([asked, outOfPatience()]) : asked)
    await noteCollection(deps, memberId, { address, isThere })
    return isThere
  } catch (error) {
    if (!wasSeen || !(error instanceof AppError) || error.code !== 'SERVICE_UNAVAILABLE') throw error
    deps.log.warn({ memberId }, 'the chain cannot be asked for a collection; an earlier answer counts')
    return true
  }
}

async function outOfPatience(): Promise<never> {
  await sleep(limits.collectionAskSeconds * 1000, undefined, { ref: false })
  throw new AppError('SERVICE_UNAVAILABLE')
}

const fault = (code: 'FORBIDDEN' | 'WALLET_REQUIRED', field: string, name: string): AppError =>
  new AppError(code, { details: [{ field, fault: name }] })

/**
 * Keeps what the chain said of a member's collection: a yes counts for a while, a no ends an
 * earlier yes.
 */
export async function noteCollection(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
  { address, isThere }: { address: string; isThere: boolean },
): Promise<void> {
  await (isThere ? keepCollection(sql, memberId, address) : forgetCollection(sql, memberId, address))
}
