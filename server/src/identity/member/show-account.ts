import { ensure } from '@kura/contract/errors'
import { termsVersion } from '@kura/contract/limits'
import type { AccountView } from '@kura/contract/identity/account'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { findAccount } from './queries.ts'

/** The account of the session, with whether newer terms wait to be agreed to. */
export async function showAccount({ sql }: Pick<Deps, 'sql'>, viewer: Viewer): Promise<AccountView> {
  const row = await findAccount(sql, viewer.memberId)
  ensure(row, 'INVALID_SESSION')
  return { ...row, termsOutdated: row.termsVersion !== termsVersion }
}
