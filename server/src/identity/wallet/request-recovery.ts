import { AppError, ensure } from '@kura/contract/errors'
import type { WalletChangeView } from '@kura/contract/identity/wallet'
import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { ownOrigins } from '../../platform/http/own-hosts.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'
import { checkPassword, holdPassword } from '../member/check-password.ts'
import { onlySeen } from '../member/member-text.ts'
import { findOpenChange, insertRecovery } from './change-queries.ts'
import type { ChangeRow, NewChange } from './change-queries.ts'
import { readNext, presentChange } from './change-wallet.ts'
import { checkProof } from './check-proof.ts'
import type { SentProof } from './check-proof.ts'
import { queueRecoveryMail } from './end-recovery.ts'
import { isAddressTaken, lockForLink } from './queries.ts'
import { recoveryRequested } from './wallet-events.ts'

type RecoveryDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'accessNode' | 'chain' | 'passwords'>
type Recovery = {
  next: SentProof & { address: string }
  password?: string | undefined
  reason?: string | undefined
}
type Asked = { row: ChangeRow; mailId: string | undefined }

/**
 * Asks the operator to link another, proven wallet in place of one that cannot sign any more. Needs
 * the password (a member without one sets it by a reset mail first) and an e-mail address, so that
 * the owner can stop it. One at a time. Until it ends, packs stay unopened, and bought tokens and
 * claimed gifts wait.
 */
export async function requestRecovery(deps: RecoveryDeps, viewer: Viewer, body: Recovery): Promise<WalletChangeView> {
  const newAddress = readNext(deps, viewer, body.next.address)
  const { memberId, flowAddress: oldAddress } = viewer
  if (viewer.email === '') throw new AppError('INVALID_INPUT', { details: [{ field: 'email', fault: 'needed_first' }] })
  const passwordHash = await checkPassword(deps, memberId, body.password)
  ensure(!(await findOpenChange(deps.sql, memberId)), 'WALLET_CHANGING')
  await limitRate(deps, 'walletPerMember', memberId)
  const expected = { memberId, purpose: 'recovery', apps: ownOrigins(deps.env) } as const
  await checkProof(deps, expected, { ...body.next, address: newAddress })
  await limitRate(deps, 'recoveryPerMember', memberId)
  const change = { id: newId(), memberId, oldAddress, newAddress }
  const { row, mailId } = await transaction(deps.sql, async (db) => {
    // a new password cancels what is open, so nothing may slip in behind it
    await holdPassword(db, memberId, passwordHash)
    return ask(deps, db, change, onlySeen(body.reason ?? ''))
  })
  const message = `${memberId} asks for ${newAddress} in place of ${oldAddress}: npm run kura -- wallet approve ${row.id}`
  await raiseAlarm(deps, { kind: 'wallet-recovery', subject: row.id, message })
  if (mailId) sendSoon(deps, mailId)
  return presentChange(row)
}

async function ask(deps: Pick<Deps, 'env'>, db: Db, change: NewChange, reason: string): Promise<Asked> {
  const { memberId, oldAddress, newAddress } = change
  const member = await lockForLink(db, memberId)
  ensure(member?.flowAddress === oldAddress && !(await findOpenChange(db, memberId)), 'WALLET_CHANGING')
  ensure(!(await isAddressTaken(db, newAddress)), 'AUTHENTICATION_DUPLICATED')
  const token = newSecretToken()
  const row = await insertRecovery(db, { ...change, reason, cancelHash: hashOfToken(token) })
  await recoveryRequested.publish(db, { memberId })
  const details = { changeId: row.id, oldAddress, newAddress }
  await recordAct(db, { actor: memberId, act: 'wallet.recovery-asked', subject: memberId, details })
  return { row, mailId: await queueRecoveryMail(deps, db, 'asked', row, { token }) }
}
