import { isAddressOf, normalAddress } from '@kura/contract/chain/flow-address'
import { parseArgs } from 'node:util'
import { newId } from './platform/db/id.ts'
import { buildDeps } from './deps.ts'
import { readEnv } from './env.ts'
import { hasCollection } from './platform/flow/ask-chain.ts'
import type { ChainDeps } from './platform/flow/chain-config.ts'
import { indexAll } from './chain/index/index-once.ts'
import { mintTokens } from './chain/agent/mint-tokens.ts'
import { registerItems } from './catalogue/registration/register-items.ts'
import { findFreeSerial, listTokenIds } from './catalogue/registration/queries.ts'
import { waitForSeal } from './chain/agent/submit-transaction.ts'

/** Why nothing was minted, in a sentence for the person who asked. */
export class MintRefusedError extends Error {
  readonly code = 'MINT_REFUSED'
  constructor(message: string) {
    super(message)
    this.name = 'MintRefusedError'
  }
}

/**
 * `kura mint --item <id> --to 0x…`: mints the next serial that is in no pack, by the same way as
 * the web, and waits for it.
 */
export async function mintByHand(
  source: Record<string, string>,
  words: string[],
  log: (line: string) => void,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { item: { type: 'string' }, to: { type: 'string' } },
  })
  const itemId = values.item ?? positionals[0]
  const to = values.to ?? positionals[1]
  if (!itemId || !to) throw new MintRefusedError('usage: npm run kura -- mint --item <id> --to 0x…')
  const env = readEnv({ ...source, LOG_LEVEL: 'warn' })
  const deps = await buildDeps(env)
  try {
    await mintOne(deps, { itemId, to, publicUrl: env.PUBLIC_URL }, log)
  } finally {
    await deps.close()
  }
}

/**
 * Mints one free serial of an item into a vault, waits until the index has it, and reports each
 * step.
 */
export async function mintOne(
  deps: ChainDeps,
  { itemId, to, publicUrl }: { itemId: string; to: string; publicUrl: string },
  log: (line: string) => void,
): Promise<{ tokenId: string; txId: string | null }> {
  const { sql, chain } = deps
  if (!isAddressOf(chain.network, to))
    throw new MintRefusedError(`${to} is not an address of this network (${chain.network})`)
  const address = normalAddress(to)
  if (!(await hasCollection(deps, address))) throw new MintRefusedError(`${address} has no vault for tokens yet`)
  const { items, refused } = await registerItems(deps, { publicUrl })
  if (items > 0) log(`registered ${items} items on chain`)
  const refusal = refused.find(({ id }) => id === itemId)
  if (refusal) throw new MintRefusedError(`the chain refuses ${itemId}: ${refusal.error}`)
  const serial = await findFreeSerial(sql, itemId)
  if (serial === undefined)
    throw new MintRefusedError(`there is no item ${itemId}, or every serial of it is in a pack or minted`)

  const refId = newId()
  log(`minting ${itemId} #${serial} to ${address}`)
  const { id } = await mintTokens(deps, { cause: `hand:${refId}`, to: address, tokens: [{ itemId, serial, refId }] })
  const row = await waitForSeal(deps, id)
  if (row.state !== 'sealed')
    throw new MintRefusedError(`the mint is ${row.state}: ${row.error ?? 'the worker continues with it'}`)
  await indexAll(deps)
  const [token] = await listTokenIds(sql, [refId])
  if (!token) throw new MintRefusedError(`transaction ${row.txId} is sealed but the index has no token for ${refId}`)
  log(`sealed in transaction ${row.txId}: token ${token.tokenId}`)
  return { tokenId: token.tokenId, txId: row.txId }
}
