import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import * as airdrops from './by-hand-queries.ts'
import type { AirdropState } from './by-hand-queries.ts'
import { readWho } from './read-who.ts'

export type AirdropOrder = {
  act: 'open' | 'close' | 'add'
  airdropId: string
  /** For `add`: e-mail addresses, Flow addresses or ids of members. */
  who: readonly string[]
  by: string
  reason: string
  isDryRun: boolean
}

/** Why an operator's command changed nothing about an airdrop. */
export class AirdropRefusedError extends Error {
  readonly code = 'AIRDROP_REFUSED'
}

/** `kura airdrop list`: every airdrop with its claims. */
export async function listAirdropsByHand({ sql }: Pick<Deps, 'sql'>): Promise<AirdropState[]> {
  return [...(await airdrops.listAll(sql))]
}

/**
 * `kura airdrop open|close|add`: stops the claims of an airdrop at once, resumes them, or names
 * more recipients; reports line by line and writes the audit. A concurrent claim completes before
 * it or is refused. A dry run only reports. Fails with an AirdropRefusedError.
 */
export async function actOnAirdrop(
  { sql }: Pick<Deps, 'sql'>,
  { act, airdropId, who, by, reason, isDryRun }: AirdropOrder,
  say: (line: string) => void,
): Promise<void> {
  const plain = act === 'add' ? readAll(who) : []
  await transaction(sql, async (db) => {
    const airdrop = await airdrops.lock(db, airdropId)
    if (!airdrop) throw new AirdropRefusedError(`there is no airdrop ${airdropId}`)
    const obstacle = whyNot(airdrop, act)
    if (obstacle !== undefined) throw new AirdropRefusedError(obstacle)
    say(`${airdrop.id} ${airdrop.name}: ${airdrop.claims} claims, ${airdrop.remaining} packs left`)
    const fresh = plain.length - (await airdrops.countNamed(db, airdropId, plain))
    const effect = act === 'add' ? `named for ${fresh} more` : act === 'open' ? 'open for claims' : 'closed'
    if (isDryRun) return say(`would be ${effect}; nothing was changed`)
    if (act === 'open') await airdrops.open(db, airdropId)
    if (act === 'close') await airdrops.close(db, airdropId)
    if (act === 'add') await airdrops.addNamed(db, airdropId, plain)
    const details = { reason, ...(act === 'add' ? { added: fresh } : {}) }
    await recordAct(db, { actor: `operator:${by}`, act: `airdrop.${act}`, subject: airdropId, details })
    say(`is ${effect}`)
  })
}

function whyNot({ isClosed, isOver, isForAll }: AirdropState, act: AirdropOrder['act']): string | undefined {
  if (act === 'open' && !isClosed) return 'it is not closed'
  if (act === 'close' && isClosed) return 'it is closed already'
  if (isOver) return 'its time is over: change "until" in the catalogue'
  return act === 'add' && isForAll ? 'it is for all members' : undefined
}

function readAll(who: readonly string[]): string[] {
  const read = who.map((text) => {
    const plain = readWho(text)
    if (plain === undefined)
      throw new AirdropRefusedError(`"${text}" is neither an e-mail address nor a Flow address nor a user id`)
    return plain
  })
  if (read.length === 0) throw new AirdropRefusedError('nobody was named')
  return [...new Set(read)]
}
