import type { OperatorView } from '@kura/contract/catalogue/operator'
import { ensure } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { showOperator } from '../../catalogue/operator/operator.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findIssued, holdNumbers, insertReceipt } from './queries.ts'
import type { Subject } from './queries.ts'

/** A document as it was numbered. */
export type Numbered<Kind, Details> = { kind: Kind; number: number; issuedAt: Date; details: Details }

/** Who issues a document, as it says; fixed when it is numbered. */
export type Issuer = Pick<OperatorView, 'name' | 'address' | 'phone' | 'email' | 'invoiceNumber'>
export const issuerOf = ({ name, address, phone, email, invoiceNumber }: OperatorView): Issuer => ({
  name,
  address,
  phone,
  email,
  invoiceNumber,
})

/**
 * Numbers belong to the registered number; an issuer without one issues plain documents under their
 * name.
 */
export const issuerKey = ({ invoiceNumber, name }: Pick<OperatorView, 'invoiceNumber' | 'name'>): string =>
  invoiceNumber === '' ? `unregistered ${name.ja}` : invoiceNumber

export type Pair<Kind extends string, Details> = {
  subject: Subject
  /** The document, and the one that reverses it. */
  kinds: readonly [Kind, Kind]
  make: (issuer: OperatorView) => Details
  /** Undefined: nothing is reversed, or not now. */
  reverse: ((first: Numbered<Kind, Details>) => Details) | undefined
}

/**
 * A document and its reversal, inside the caller's transaction, numbered once: repeated and
 * parallel requests get the same. The reversal has the issuer of the document, also after the shop
 * changed hands.
 */
export async function issuePair<Kind extends string, Details extends { issuer: Issuer }>(
  db: Db,
  { subject, kinds, make, reverse }: Pair<Kind, Details>,
  issuer: OperatorView,
): Promise<{ document: Numbered<Kind, Details>; reversal: Numbered<Kind, Details> | undefined }> {
  const [kind, reversedKind] = kinds
  const first = await findIssued<Kind, Details>(db, subject, kinds)
  const key = issuerKey(first[kind]?.details.issuer ?? issuer)
  let number = await holdNumbers(db, key)
  // another request may have issued it while this one waited for the numbers
  const known = await findIssued<Kind, Details>(db, subject, kinds)
  const keep = (of: Kind, details: Details): Promise<Numbered<Kind, Details>> =>
    insertReceipt(db, { id: newId(), issuer: key, subject, number: (number += 1), kind: of, details })
  const document = known[kind] ?? (await keep(kind, make(issuer)))
  const reversal = known[reversedKind] ?? (reverse && (await keep(reversedKind, reverse(document))))
  return { document, reversal }
}

/**
 * One kind of a pair, issued now unless it was before. Fails with NOT_FOUND while no operator is
 * set, and with `refusal` for a reversal while nothing is reversed.
 */
export async function findOrIssue<Kind extends string, Details extends { issuer: Issuer }>(
  { sql }: Pick<Deps, 'sql'>,
  kind: Kind,
  pair: Pair<Kind, Details>,
  refusal: ErrorCode,
): Promise<Numbered<Kind, Details>> {
  const isReversal = kind === pair.kinds[1]
  ensure(!isReversal || pair.reverse, refusal)
  const known = (await findIssued<Kind, Details>(sql, pair.subject, pair.kinds))[kind]
  if (known) return known
  const issuer = await showOperator({ sql })
  ensure(issuer.name.ja !== '', 'NOT_FOUND')
  const { document, reversal } = await transaction(sql, (db) => issuePair(db, pair, issuer))
  const issued = isReversal ? reversal : document
  ensure(issued, refusal)
  return issued
}
