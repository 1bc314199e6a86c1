import type { Deps } from '../../deps.ts'
import type { OpenChange } from './change-queries.ts'
import { approveRecovery, refuseRecovery } from './decide-recovery.ts'
import { listRecoveries } from './list-recoveries.ts'

type Order = { act: string; id: string; by: string; note: string; asJson: boolean }

/** `kura wallet list|approve|refuse`: what an operator decides about recoveries, told line by line. */
export async function decideByHand(
  deps: Pick<Deps, 'sql' | 'env'>,
  { act, id, by, note, asJson }: Order,
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
  say(`${decided.changeId} is ${decided.state}${when}; the member is told by mail`)
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
