import { ensure } from '@kura/contract/errors'
import type { AccountView } from '@kura/contract/identity/account'
import { termsVersion } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { setTerms } from './queries.ts'
import { showAccount } from './show-account.ts'

/** Notes that the member agreed to the terms in force, with the time. Fails with TERMS_OUTDATED for any other version. */
export async function agreeTerms(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  body: { termsVersion: string },
): Promise<AccountView> {
  ensure(body.termsVersion === termsVersion, 'TERMS_OUTDATED')
  await transaction(deps.sql, (db) => noteTerms(db, viewer.memberId))
  return showAccount(deps, viewer)
}

/** The same inside a transaction, for who agrees on the way in. Doing it again changes nothing. */
export async function noteTerms(db: Db, memberId: string): Promise<void> {
  if (!(await setTerms(db, memberId, termsVersion))) return
  await recordAct(db, { actor: memberId, act: 'terms.agreed', subject: memberId, details: { termsVersion } })
}
