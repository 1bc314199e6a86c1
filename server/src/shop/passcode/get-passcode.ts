import { AppError, ensure } from '@kura/contract/errors'
import type { IssueResult } from '@kura/contract/shop/issue'
import type { Deps } from '../../deps.ts'
import { ensureFullMember, ensureStanding } from '../../identity/member/ensure-full-member.ts'
import { keepBotPass, takeBotPass, checkBotToken } from '../../identity/session/check-bot.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { openSoon } from '../opening/open-pack.ts'
import type { OpeningDeps } from '../opening/settle-opening.ts'
import { readSelection, refuseSelection } from '../pack/fill-unit.ts'
import type { Selection } from '../pack/fill-unit.ts'
import { grantPack } from '../pack/grant-packs.ts'
import * as passcodes from './queries.ts'
import type { PasscodeRow } from './queries.ts'
import { ensureGettable, limitPasscodes, passcodeOf } from './validate-passcode.ts'
import type { PasscodeDeps } from './validate-passcode.ts'

export type GetDeps = PasscodeDeps & OpeningDeps & Pick<Deps, 'background'>
type Get = {
  params: { passcode: string }
  body: {
    token: string
    auth: 'v2' | 'v3'
    itemId?: string | string[] | undefined
    count?: number | number[] | undefined
  }
}

/**
 * Redeems a passcode for this member, once: the use, the counter, the stock and the order are one
 * transaction. A selectable pack without a selection is `rejectForSelectable`: nothing is used up,
 * and the bot token can be used again. A repeat after a lost response fails with PASSCODE_USED,
 * unless its idempotency key returns the first response; the order is in the list either way.
 */
export async function getPasscode(
  deps: GetDeps,
  viewer: Viewer,
  { params, body }: Get,
  { ip }: { ip: string },
): Promise<IssueResult> {
  const selection = readSelection(body)
  const { codeHash, subject } = passcodeOf(params.passcode)
  const pass = { token: body.token, memberId: viewer.memberId, subject }
  // the validation that issued the pass was counted
  if (!(await takeBotPass(deps, pass))) {
    await limitPasscodes(deps, viewer, ip)
    await checkBotToken(deps, { action: 'passcode_get', version: body.auth, token: body.token, ip })
  }
  await ensureFullMember(deps, viewer)
  const found = await passcodes.findPasscode(deps.sql, codeHash, viewer.memberId)
  ensure(found, 'NOT_FOUND')
  ensureGettable(found)
  if (found.kind === 'selectable' && selection === undefined) {
    await keepBotPass(deps, pass)
    return { status: 'rejectForSelectable', packId: found.packId }
  }
  if (found.kind !== 'selectable') refuseSelection(selection)
  const orderId = await transaction(deps.sql, 'passcode.redeem', (db) =>
    redeem(db, found, { codeHash, viewer, selection }),
  )
  await openSoon(deps, [orderId])
  return { status: 'accepted', packId: found.packId, orderIds: [orderId] }
}

async function redeem(
  db: Db,
  { id, packId }: PasscodeRow,
  { codeHash, viewer, selection }: { codeHash: Buffer; viewer: Viewer; selection: Selection | undefined },
): Promise<string> {
  const { memberId } = viewer
  await ensureStanding(db, memberId)
  ensure(await passcodes.insertUse(db, id, memberId), 'PASSCODE_USED')
  if (!(await passcodes.takeUse(db, id))) {
    // something changed since the check: the same checks again, with the member's own use known
    const now = await passcodes.findPasscode(db, codeHash, memberId)
    ensure(now, 'NOT_FOUND')
    ensureGettable({ ...now, isUsed: false })
    throw new AppError('PACK_OUT_OF_STOCK')
  }
  return grantPack(db, { memberId, packId, cause: `passcode:${id}:${memberId}`, selection })
}
