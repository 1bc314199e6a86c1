import { AccessError } from '@kura/cadence/access-error'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { intendMint } from '../../chain/agent/mint-tokens.ts'
import { settleTransaction } from '../../chain/agent/settle-transaction.ts'
import type { ChainTransactionRow } from '../../chain/agent/transaction-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import * as openings from './queries.ts'
import type { OpeningRow } from './queries.ts'

/**
 * Writes the wish to mint the cards of an opening and the opening's move in one transaction, then sends it. Does nothing when
 * somebody was first or the chain does not know the items yet: the worker comes back.
 */
export async function startMint(
  deps: ChainDeps,
  opening: OpeningRow,
): Promise<Pick<ChainTransactionRow, 'state'> | undefined> {
  if (!(await openings.isRegistered(deps.sql, opening.unitId))) return undefined
  const cards = await openings.listCards(deps.sql, opening.unitId)
  const intent = await transaction(deps.sql, 'opening.intend', async (db) => {
    // read here and not before: a change of the wallet may have sent it elsewhere
    const to = await openings.lockAddress(db, opening.id, opening.state)
    if (to === undefined) return undefined
    const wish = { cause: opening.id, to, tokens: [...cards] }
    const { id } = await intendMint(db, wish)
    return (await openings.startMinting(db, opening.id, opening.state, id)) ? id : undefined
  })
  if (intent === undefined) return undefined
  const sent = await settleQuietly(deps, intent)
  if (sent?.txId) await openings.keepTxId(deps.sql, opening.id, sent.txId)
  return sent
}

/** One step of a chain transaction; undefined when the node does not answer, which is no failure. */
export async function settleQuietly(deps: ChainDeps, id: string): Promise<ChainTransactionRow | undefined> {
  try {
    return await settleTransaction(deps, id)
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    deps.log.warn({ transaction: id, code: error.code }, 'the node does not answer, the mint waits')
    return undefined
  }
}
