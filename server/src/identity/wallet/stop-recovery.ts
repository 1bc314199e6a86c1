import { ensure } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import type { WalletChangeView } from '@kura/contract/identity/wallet'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { sendSoon } from '../../platform/mail/send-soon.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { findOpen, findOpenByToken } from './change-queries.ts'
import type { ChangeRow } from './change-queries.ts'
import { endRecovery } from './end-recovery.ts'
import { presentChange } from './present-change.ts'
import { lockForLink } from './queries.ts'

type StopDeps = MailDeps & Pick<Deps, 'env' | 'background'>

/** Stops the member's open recovery. Fails with NOT_FOUND when none is open. */
export async function cancelRecovery(deps: StopDeps, { memberId }: Viewer): Promise<WalletChangeView> {
  return stop(deps, await findOpen(deps.sql, memberId), memberId, 'NOT_FOUND')
}

/** Stops a recovery by the token of its mails, without a session: the owner may have lost theirs to whoever asked for it. */
export async function stopRecovery(
  deps: StopDeps,
  { token }: { token: string },
  { ip }: { ip: string },
): Promise<WalletChangeView> {
  await limitRate(deps, 'tokenSignInPerSource', sourceOf(ip))
  const found = await findOpenByToken(deps.sql, hashOfToken(token))
  return stop(deps, found, 'mail-link', 'TOKEN_NOTFOUND')
}

async function stop(
  deps: StopDeps,
  found: ChangeRow | undefined,
  actor: string,
  code: ErrorCode,
): Promise<WalletChangeView> {
  ensure(found, code)
  const ended = await transaction(deps.sql, async (db) => {
    await lockForLink(db, found.memberId)
    return endRecovery(deps, db, { id: found.id, from: ['requested', 'approved'], to: 'cancelled', actor })
  })
  ensure(ended, code)
  if (ended.mailId) sendSoon(deps, ended.mailId)
  return presentChange(ended.row)
}
