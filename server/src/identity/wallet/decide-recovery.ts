import type { WalletChangeView } from '@kura/contract/identity/wallet'
import type { Deps } from '../../deps.ts'
import { clearAlarms } from '../../platform/alarm/alarms.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'
import { approveChange, findChange, listOpenChanges } from './change-queries.ts'
import type { OpenChange } from './change-queries.ts'
import { presentChange } from './change-wallet.ts'
import { endRecovery, queueRecoveryMail } from './end-recovery.ts'
import { isAddressTaken } from './queries.ts'

/** Why nothing was decided, in a sentence for the operator. */
export class DecisionRefusedError extends Error {
  readonly code = 'DECISION_REFUSED'
  constructor(message: string) {
    super(message)
    this.name = 'DecisionRefusedError'
  }
}

/**
 * Approves a recovery for an operator: the cooling-off time starts, and a mail tells the member how
 * to stop it.
 */
export async function approveRecovery(
  deps: Pick<Deps, 'sql' | 'env'>,
  { id, by }: { id: string; by: string },
): Promise<WalletChangeView> {
  const token = newSecretToken()
  const row = await transaction(deps.sql, async (db) => {
    const found = await findChange(db, id)
    if (found && (await isAddressTaken(db, found.newAddress)))
      throw new DecisionRefusedError(`${found.newAddress} is linked to another account by now: refuse it`)
    const approved = await approveChange(db, { id, by, cancelHash: hashOfToken(token) })
    if (!approved) throw new DecisionRefusedError(whyNot(id, found?.state))
    const { memberId, oldAddress, newAddress } = approved
    const details = { changeId: id, oldAddress, newAddress }
    await recordAct(db, { actor: `operator:${by}`, act: 'wallet.recovery-approved', subject: memberId, details })
    await clearAlarms(db, id)
    await queueRecoveryMail(deps, db, 'approved', approved, { token })
    return approved
  })
  return presentChange(row)
}

/** Refuses a recovery, also one that cools off. The note is mailed to the member. */
export async function refuseRecovery(
  deps: Pick<Deps, 'sql' | 'env'>,
  { id, by, note }: { id: string; by: string; note: string },
): Promise<WalletChangeView> {
  const ended = await transaction(deps.sql, async (db) => {
    const found = await findChange(db, id)
    const actor = `operator:${by}`
    const refused = await endRecovery(deps, db, { id, from: ['requested', 'approved'], to: 'refused', by, note, actor })
    if (!refused) throw new DecisionRefusedError(whyNot(id, found?.state))
    return refused
  })
  return presentChange(ended.row)
}

const whyNot = (id: string, state: string | undefined): string =>
  state === undefined
    ? `there is no change of a wallet ${id}`
    : `the change ${id} is ${state}, there is nothing to decide`

type DecisionOrder = { act: string; id: string; by: string; note: string; asJson: boolean }

/**
 * `kura wallet list|approve|refuse`: what an operator decides about recoveries, reported line by
 * line.
 */
export async function decideByHand(
  deps: Pick<Deps, 'sql' | 'env'>,
  { act, id, by, note, asJson }: DecisionOrder,
  say: (line: string) => void,
): Promise<void> {
  if (act === 'list') {
    const open = await listRecoveries(deps)
    if (asJson) say(JSON.stringify(open, null, 2))
    else if (open.length === 0) say('No recovery is open.')
    else for (const each of open) for (const line of describe(each)) say(line)
    return
  }
  const decided =
    act === 'approve' ? await approveRecovery(deps, { id, by }) : await refuseRecovery(deps, { id, by, note })
  const when = decided.state === 'approved' ? `, takes effect ${decided.effectiveAt}` : ''
  say(`${decided.changeId} is ${decided.state}${when}; the member is informed by mail`)
}

const describe = (change: OpenChange): string[] => [
  `${change.id}  ${change.state}  asked ${change.requestedAt.toISOString()}`,
  `  member   ${change.memberId} ${oneLine(change.displayName)} <${change.email}> since ${change.memberSince.toISOString()}`,
  `  wallet   ${change.oldAddress} -> ${change.newAddress}`,
  ...(change.effectiveAt ? [`  effect   ${change.effectiveAt.toISOString()}`] : []),
  ...(change.reason === '' ? [] : [`  reason   ${oneLine(change.reason)}`]),
  ...change.recentActs.map((act) => `  recent   ${act}`),
]

// what a member wrote must not steer the operator's terminal
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')

/** The recoveries an operator can decide or still refuse, with what helps to decide. */
export const listRecoveries = ({ sql }: Pick<Deps, 'sql'>): Promise<OpenChange[]> => listOpenChanges(sql)
