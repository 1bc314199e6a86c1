import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { findKnownMember } from '../../identity/account/find-known-member.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import * as byHand from './queries.ts'
import { endGifts } from './cancel-gift.ts'

/** Why an operator's command changed nothing about a gift. */
export class GiftRefusedError extends Error {
  readonly code = 'GIFT_REFUSED'
}

type Selection = { who?: string | undefined; id?: string | undefined; asJson: boolean }

/** `kura gift list|show`: gifts and transfers with their state history, open ones first. */
export async function showByHand(
  { sql }: Pick<Deps, 'sql'>,
  { who, id, asJson }: Selection,
  say: (line: string) => void,
): Promise<void> {
  const memberId = who === undefined ? undefined : (await findKnownMember({ sql }, who)).id
  const rows = await byHand.listSent(sql, { ...(memberId && { memberId }), ...(id && { id }) }, 50)
  if (id !== undefined && rows.length === 0) throw new GiftRefusedError(`there is no gift or transfer ${id}`)
  const counts = await byHand.countStates(sql)
  if (asJson) return say(JSON.stringify({ counts, rows }, null, 2))
  if (id === undefined) for (const { kind, state, count } of counts) say(`${kind} ${state}: ${count}`)
  for (const row of rows) {
    const reason = row.reason === null ? '' : ` (${row.reason})`
    say(`${row.id}  ${row.kind}  ${row.state}${reason}  token ${row.tokenId}  from ${row.memberId} to ${row.to}`)
    say(`  ${row.moves.join(', ')}${row.txId === null ? '' : `  ${row.txId}`}`)
  }
}

type Withdrawal = { id: string; by: string; reason: string; isDryRun: boolean }

/**
 * `kura gift withdraw`: withdraws an unclaimed gift by mail for an operator and writes the audit;
 * the token stays with its giver. Fails with a GiftRefusedError.
 */
export async function withdrawByHand(
  { sql }: Pick<Deps, 'sql'>,
  { id, by, reason, isDryRun }: Withdrawal,
  say: (line: string) => void,
): Promise<void> {
  await transaction(sql, async (db) => {
    const gift = await byHand.lockOpen(db, id)
    if (!gift) throw new GiftRefusedError(`there is no open gift ${id}`)
    if (isDryRun) return say(`would be withdrawn from ${gift.giverId}; nothing was changed`)
    await endGifts(db, { giverId: gift.giverId, id }, 'withdrawn')
    await recordAct(db, { actor: `operator:${by}`, act: 'gift.withdrawn', subject: id, details: { reason } })
    say(`${id} is withdrawn; giver and receiver get a mail once the chain has it`)
  })
}
